import { normalizeText } from '../transactions/filter';
import { BANKS } from './bankList';

/** A bank, or another institution that holds accounts. */
export interface Bank {
	/** Six digits, by which the banks identify each other. */
	bin: string;
	/** Empty if only the BIN is known. */
	code: string;
	shortName: string;
	name: string;
	/** Further codes and short names in use. */
	otherNames: string[];
}

const BIN = /^\d{6}$/;

const banksByName = indexByName(BANKS);

/**
 * Returns the bank with this BIN, code or name; spaces, accents and case are ignored. Several banks
 * share some codes. Every BIN is accepted, because new ones appear: a bank that the list does not have is
 * returned without a code.
 */
export function findBanks(text: string): Bank[] {
	const trimmed = text.trim();
	if (!BIN.test(trimmed)) return banksByName.get(normalizeName(trimmed)) ?? [];
	const known = BANKS.find(({ bin }) => bin === trimmed);
	return [known ?? { bin: trimmed, code: '', shortName: '', name: '', otherNames: [] }];
}

/**
 * Returns the banks whose BIN, codes or names contain the text, or all banks if it is empty. Those that have
 * exactly this name come first: `VCB` is also the beginning of another bank's name.
 */
export function searchBanks(text: string): Bank[] {
	const wanted = normalizeName(text);
	const found = BANKS.filter((bank) =>
		[bank.bin, ...getNames(bank)].some((name) => normalizeName(name).includes(wanted)),
	);
	const named = banksByName.get(wanted) ?? [];
	return [...named, ...found.filter((bank) => !named.includes(bank))];
}

function indexByName(banks: Bank[]): Map<string, Bank[]> {
	const index = new Map<string, Bank[]>();
	for (const bank of banks) {
		for (const name of new Set(getNames(bank).map(normalizeName))) {
			index.set(name, [...(index.get(name) ?? []), bank]);
		}
	}
	return index;
}

function getNames({ code, shortName, name, otherNames }: Bank): string[] {
	return [code, shortName, name, ...otherNames];
}

function normalizeName(name: string): string {
	return normalizeText(name).replace(/[^A-Z0-9]/g, '');
}
