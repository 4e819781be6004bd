import { clearSettingsCache } from '../../../nodes/BankTransactionsTrigger/events/cachedSettings';
import { forgetEverything } from '../../../nodes/BankTransactionsTrigger/memory';

/** Makes the trigger forget everything, as a restart of n8n does. */
export function forgetProcess() {
	forgetEverything();
	clearSettingsCache();
}
