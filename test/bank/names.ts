import type { Random } from './random';

const families = ['NGUYEN', 'TRAN', 'LE', 'PHAM', 'HOANG', 'HUYNH', 'PHAN', 'VU', 'DANG', 'BUI'];
const middles = ['VAN', 'THI', 'MINH', 'NGOC', 'QUOC', 'THANH', 'DUC', 'HONG', 'XUAN'];
const givens = ['AN', 'BINH', 'CHAU', 'DUNG', 'GIANG', 'HA', 'HUONG', 'KHANH', 'LINH', 'PHUONG'];
const companies = ['CONG TY TNHH HOA SEN', 'CTY CP VAN TAI BAC NAM', 'CONG TY TNHH AN PHAT'];

/** The name of a payer or payee, as banks write it. */
export function personOrCompany(random: Random): string {
	if (random.chance(0.12)) return random.pick(companies);
	return `${random.pick(families)} ${random.pick(middles)} ${random.pick(givens)}`;
}
