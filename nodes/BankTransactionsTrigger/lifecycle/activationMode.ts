import type { LifecycleContext } from '../contexts';

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
