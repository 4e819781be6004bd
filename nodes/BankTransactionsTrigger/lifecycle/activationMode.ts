import type { LifecycleContext } from '../contexts';
import type { Memory, Opener } from '../memory';
import { timing } from '../timing';

/** Returns true if n8n activates the workflow when it starts, or when another main process takes the lead. */
export function isStartOfN8n(context: LifecycleContext): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/**
 * Returns true if n8n activates a workflow that was not active, as far as it knows: it also uses this mode
 * if another trigger of the workflow reconnects (docs/n8n-engine.md#activation).
 */
export function isFirstActivation(context: LifecycleContext): boolean {
	return ['activate', 'create'].includes(context.getActivationMode());
}

/**
 * Returns who publishes or starts the trigger. n8n uses `activate` not only if a person publishes the
 * workflow, but also if another trigger of it reconnects, and if a change could not be published and is
 * published again. From n8n 2.40 on, it uses `update` if a person publishes again what was refused
 * (docs/n8n-engine.md#activation).
 */
export function getOpener(context: LifecycleContext, { changedAt, phase }: Memory): Opener {
	if (isStartOfN8n(context)) return 'n8n';
	if (!isFirstActivation(context)) {
		return phase.name === 'starting' && phase.by === 'person' ? 'person' : 'change';
	}
	return Date.now() - changedAt < timing.maxPauseMs ? 'change' : 'person';
}
