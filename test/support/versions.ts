/** Compares two versions such as 1.2.3, the earlier one first. They have no suffix such as `-beta.1`. */
export function compareVersions(one: string, other: string): number {
	return one.localeCompare(other, 'en', { numeric: true });
}
