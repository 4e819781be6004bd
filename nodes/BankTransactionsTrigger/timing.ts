/** Delays of the trigger. Only tests change them. */
export const timing = {
	/** How long an event may take before its transaction counts as missed. */
	eventGraceMs: 5_000,
	minuteMs: 60_000,
	/** How long the webhook of an active trigger is left alone: the service pauses one after a day. */
	webhookRenewalMs: 60 * 60_000,
	/** How long publishing a change waits for the service: n8n 2.40 and later give up after 84 seconds. */
	maxPublicationMs: 20_000,
	/** Delay before the test of the trigger's own address is repeated. */
	addressRetestMs: 5_000,
	/**
	 * How long a trigger may be unpublished, or fail to be published again, and still resume. n8n also
	 * unpublishes a workflow to publish a change of it, and to clean up after a failure
	 * (docs/n8n-engine.md#activation), which may take minutes: Linux gives up connecting after 127 seconds.
	 */
	maxPauseMs: 10 * 60_000,
	/** Minimum time for an execution to claim what it was given. */
	minConfirmMs: 5_000,
	/** Minimum time until a task is given to another execution, if nobody knows what became of the first. */
	minRepeatMs: 15 * 60_000,
	/** Maximum wait for an execution to end after its claim. The next one then starts anyway. */
	runGraceMs: 10_000,
	/** Delay of the first check: n8n saves static data once all triggers of the workflow have started. */
	emitDelayMs: 1_000,
	/** n8n starts to listen for the event of a test run a moment after the lifecycle method has returned. */
	listenDelayMs: 1_000,
};

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
