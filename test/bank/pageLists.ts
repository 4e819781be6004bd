import { html, type Html } from './html';
import { dong } from './pagePayment';
import type { Store } from './store';
import { formatTime } from './time';
import type { Attempt, Delivery, HeldTransfer, Transaction, Webhook } from './types';

const MAX_DELIVERIES = 8;
const MAX_ATTEMPTS = 4;
const MAX_TRANSACTIONS = 25;

const numberHeads = new Set(['Amount', 'Balance']);
const stateClass = { delivered: 'ok', retrying: 'wait', 'given up': 'bad' };

function table(heads: string[], rows: Html[], whenEmpty = ''): Html {
	if (rows.length === 0) return html`<p class="faint">${whenEmpty}</p>`;
	const toCell = (head: string) =>
		html`<th class="${numberHeads.has(head) ? 'number' : ''}">${head}</th>`;
	return html`<table>
		<tr>
			${heads.map(toCell)}
		</tr>
		${rows}
	</table>`;
}

const amountCell = (amount: number) =>
	html`<td class="number ${amount > 0 ? 'in' : 'out'}">
		${amount > 0 ? '+' : ''}${dong(amount)}
	</td>`;

function webhookRow({ id, url, incomeOnly, paused }: Webhook): Html {
	return html`<tr>
		<td class="plain">${id}</td>
		<td>${url}</td>
		<td>${incomeOnly ? 'incoming only' : 'incoming and outgoing'}</td>
		<td class="plain">
			${paused ? html`<span class="bad">paused</span>` : html`<span class="ok">active</span>`}
		</td>
	</tr>`;
}

function attemptLine({ time, status, body, durationMs, outcome }: Attempt): Html {
	const answer = status === null ? body : `HTTP ${status} ${body}`;
	return html`<div>
		<span class="faint">${formatTime(Date.parse(time), 'space').slice(11)}</span>
		<span class="${outcome === 'ok' ? 'ok' : 'bad'}">${outcome}</span>
		${answer.slice(0, 120)} <span class="faint">(${durationMs} ms)</span>
	</div>`;
}

function deliveryRow({ id, webhookId, transactionIds, attempts, state }: Delivery): Html {
	const older = attempts.length - MAX_ATTEMPTS;
	const ids = transactionIds.map((transactionId) => transactionId || 'test call');
	const more = ids.length > 5 ? `, … (${ids.length})` : '';
	return html`<tr>
		<td class="plain">${id}</td>
		<td class="plain">${webhookId}</td>
		<td>${ids.slice(0, 5).join(', ')}${more}</td>
		<td class="plain ${stateClass[state]}">${state}</td>
		<td>
			${older > 0 ? html`<div class="faint">${older} earlier</div>` : ''}
			${attempts.slice(-MAX_ATTEMPTS).map(attemptLine)}
		</td>
	</tr>`;
}

function transactionRow(transaction: Transaction): Html {
	const { id, time, account, amount, description, counterpartName } = transaction;
	return html`<tr>
		<td class="plain">${id}</td>
		<td class="plain">${formatTime(time, 'space')}</td>
		<td class="plain">${account.bankName}</td>
		${amountCell(amount)}
		<td>${description}</td>
		<td>${counterpartName ?? ''}</td>
	</tr>`;
}

function heldRow({ accountNumber, amount, description, time }: HeldTransfer): Html {
	return html`<tr>
		<td class="plain">${formatTime(Date.parse(time), 'space')}</td>
		<td class="plain">${accountNumber}</td>
		${amountCell(amount)}
		<td>${description}</td>
		<td class="number">
			<form method="post" action="/page/sync">
				<input type="hidden" name="accountNumber" value="${accountNumber}" />
				<button class="second">Sync</button>
			</form>
		</td>
	</tr>`;
}

/** The transfers that the service does not know yet; nothing if there are none. */
function heldTransfers(held: HeldTransfer[]): Html | '' {
	if (held.length === 0) return '';
	return html`<section>
		<h2>Held back</h2>
		<p class="faint">
			The service learns of these transfers when the account is synced: with the operation Account →
			Sync in n8n, or here.
		</p>
		${table(['Time in Vietnam', 'Account', 'Amount', 'Description', ''], held.map(heldRow))}
	</section>`;
}

/** Lists of transactions, webhooks and deliveries, without tokens and keys. */
export function lists(store: Store): Html {
	const { ledger, webhooks, sender } = store;
	const accounts = ledger.accounts.map(
		({ bankName, accountNumber, balance, connected }) =>
			html`<tr>
				<td>${bankName}</td>
				<td class="plain">${accountNumber}</td>
				<td>
					${connected
						? html`<span class="ok">connected</span>`
						: html`<span class="bad">not connected</span>`}
				</td>
				<td class="number">${dong(balance)}</td>
			</tr>`,
	);
	return html`<main class="lists">
		<section>
			<h2>Accounts</h2>
			${table(['Bank', 'Account', 'Service', 'Balance'], accounts)}
		</section>
		${heldTransfers(store.heldTransfers)}
		<section>
			<h2>Webhooks</h2>
			${table(
				['Id', 'URL', 'Events', 'State'],
				webhooks.all.map(webhookRow),
				'None yet. Activate a workflow with the Bank Transactions Trigger and its webhook shows up here.',
			)}
		</section>
		<section>
			<h2>Latest deliveries</h2>
			${table(
				['Id', 'Webhook', 'Transactions', 'State', 'Attempts'],
				sender.deliveries.slice(-MAX_DELIVERIES).reverse().map(deliveryRow),
				'None yet. Each transfer is sent to the active webhooks.',
			)}
		</section>
		<section>
			<h2>Latest transactions</h2>
			${table(
				['Id', 'Time in Vietnam', 'Bank', 'Amount', 'Description', 'Counterpart'],
				ledger.latest(MAX_TRANSACTIONS).map(transactionRow),
				'None yet.',
			)}
		</section>
	</main>`;
}
