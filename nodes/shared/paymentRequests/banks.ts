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

/** Shorter beginnings may be the code of a bank that the list does not have. */
const MIN_BEGINNING = 4;

const MAX_SUGGESTIONS = 3;

const banksByName = indexByName(BANKS);

/**
 * Returns the bank with this BIN, code or name, otherwise those whose name begins with the text; spaces,
 * accents and case are ignored. Several banks share some codes. Every BIN is accepted, because new ones
 * appear: a bank that the list does not have is returned without a code.
 */
export function findBanks(text: string): Bank[] {
	const trimmed = text.trim();
	if (!BIN.test(trimmed)) {
		const wanted = normalizeName(trimmed);
		const named = banksByName.get(wanted);
		if (named !== undefined || wanted.length < MIN_BEGINNING) return named ?? [];
		return BANKS.filter((bank) => getNormalizedNames(bank).some((name) => name.startsWith(wanted)));
	}
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
		[bank.bin, ...getNormalizedNames(bank)].some((name) => name.includes(wanted)),
	);
	const named = banksByName.get(wanted) ?? [];
	return [...named, ...found.filter((bank) => !named.includes(bank))];
}

/** Returns the banks, at most three, that a text most probably means: one contains the other, or it has a typo. */
export function suggestBanks(text: string): Bank[] {
	const wanted = normalizeName(text);
	if (wanted.length < 2) return [];
	const ranked = BANKS.map((bank) => {
		const names = getNormalizedNames(bank);
		const distances = names.map((name) => getEditDistance(name, wanted));
		const isPart = names.some((name) => name.includes(wanted) || containsName(wanted, name));
		return { bank, isPart, distance: Math.min(...distances) };
	});
	const parts = ranked.filter(({ isPart }) => isPart);
	const nearest = Math.min(...ranked.map(({ distance }) => distance));
	const typos = ranked.filter(
		({ distance }) => distance === nearest && distance <= wanted.length / 3,
	);
	return (parts.length > 0 ? parts : typos)
		.sort((one, other) => one.distance - other.distance)
		.slice(0, MAX_SUGGESTIONS)
		.map(({ bank }) => bank);
}

/** Returns true if a text contains the name. Short names are in many texts by chance. */
function containsName(text: string, name: string): boolean {
	return name.length >= MIN_BEGINNING && text.includes(name);
}

/** Returns the number of characters to insert, delete or replace (Levenshtein distance). */
function getEditDistance(one: string, other: string): number {
	let distances = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (const [row, character] of [...one].entries()) {
		let diagonal = row;
		const next = [row + 1];
		for (let column = 1; column <= other.length; column++) {
			const replaced = diagonal + Number(character !== other[column - 1]);
			diagonal = distances[column];
			next.push(Math.min(replaced, diagonal + 1, next[column - 1] + 1));
		}
		distances = next;
	}
	return distances[other.length];
}

function indexByName(banks: Bank[]): Map<string, Bank[]> {
	const index = new Map<string, Bank[]>();
	for (const bank of banks) {
		for (const name of new Set(getNormalizedNames(bank))) {
			index.set(name, [...(index.get(name) ?? []), bank]);
		}
	}
	return index;
}

function getNormalizedNames({ code, shortName, name, otherNames }: Bank): string[] {
	return [code, shortName, name, ...otherNames].map(normalizeName);
}

function normalizeName(name: string): string {
	return normalizeText(name).replace(/[^A-Z0-9]/g, '');
}
