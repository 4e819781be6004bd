/** How long the trigger waits. Tests shorten these times; nothing else changes them. */
export const timing = {
	/** How long an event may take before its transaction counts as missed. */
	eventGraceMs: 5_000,
	minuteMs: 60_000,
	/** How long an execution may take at least to claim what it was given. */
	minConfirmMs: 5_000,
	/** n8n saves static data once all triggers of the workflow have started. */
	emitDelayMs: 1_000,
};
