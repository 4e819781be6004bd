/** Delays between processes that claim at the same row. Only tests change them. */
export const claimTiming = {
	/** How long a ticket of the first round waits before it is read back; later rounds are slower. */
	minReadBackMs: 400,
	maxReadBackMs: 600,
	/** Longer than the process that goes first usually needs, and different for each that waits. */
	minStandBackMs: 3_000,
	maxStandBackMs: 9_000,
	/** Minimum pause before a write that failed is repeated, or a write is checked. */
	minWritePauseMs: 60,
	/** How long, and how often, an entry is written again that another process may overwrite. */
	restoreDurationMs: 10_000,
	restoreIntervalMs: 2_000,
};
