import type { FastifyInstance, FastifyReply } from 'fastify';
import { isFormChoice } from './chosenForm';
import { html, type Html } from './html';
import { lists } from './pageLists';
import { payment, scanForm, transferFields } from './pagePayment';
import { style } from './pageStyle';
import { Refusal } from './refusal';
import { findPayee, parseForm, readScan } from './scan';
import type { Store } from './store';
import type { Account } from './types';

const listsPath = '/page/lists';
const refreshSeconds = 3;

function page(title: string, head: Html | '', body: Html): string {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${title}</title>
				${head}
				<style>
					${style}
				</style>
			</head>
			<body>
				${body}
			</body>
		</html>`.text;
}

const refresh = (seconds: number) =>
	html`<meta http-equiv="refresh" content="${seconds}; url=${listsPath}" />`;

// The forms answer into the frame, so what is typed in them stays.
function front(accounts: Account[]): Html {
	const options = accounts
		.filter(({ connected }) => connected)
		.map(
			({ accountNumber, bankName }) =>
				html`<option value="${accountNumber}">${bankName} ${accountNumber}</option>`,
		);
	return html`<div class="page">
		<aside class="side">
			<h1>Practice bank</h1>
			<p class="faint">No real money. What you transfer here is sent to the webhooks.</p>
			${scanForm}
			<form method="post" action="/page/transfers" target="lists">
				<h2>Make a transfer</h2>
				<label
					>Account
					<select name="accountNumber">
						${options}
					</select></label
				>
				<label
					>Direction
					<select name="direction">
						<option value="incoming">Incoming: somebody pays</option>
						<option value="outgoing">Outgoing: the business pays</option>
					</select>
				</label>
				${transferFields('250000', 'DH1042 thanh toan don hang')}
				<button>Transfer</button>
			</form>
			<form method="post" action="/page/test-call" target="lists">
				<button class="second">Send the test call to every webhook</button>
			</form>
		</aside>
		<iframe
			name="lists"
			title="Accounts, webhooks, deliveries and transactions"
			src="${listsPath}"
		></iframe>
	</div>`;
}

async function show(reply: FastifyReply, text: string): Promise<void> {
	await reply.type('text/html; charset=utf-8').send(text);
}

/** The page at `/`: the content of the bank and a form for a transfer. */
export async function pages(
	server: FastifyInstance,
	{ currentStore }: { currentStore: () => Store },
): Promise<void> {
	server.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		async (_request: unknown, text: string | Buffer) =>
			Object.fromEntries(new URLSearchParams(String(text))),
	);
	server.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, parseForm);

	server.setErrorHandler<Error & { statusCode?: number }>(async (error, _request, reply) => {
		const message = html`<main class="lists">
			<section>
				<h2 class="bad">Not done</h2>
				<p>${error.message}</p>
			</section>
		</main>`;
		void reply.code(error.statusCode ?? 500);
		await show(reply, page('Not done', refresh(2 * refreshSeconds), message));
	});

	server.get('/', async (_request, reply) => {
		await show(reply, page('Practice bank', '', front(currentStore().ledger.accounts)));
	});

	server.get(listsPath, async (_request, reply) => {
		await show(reply, page('Practice bank', refresh(refreshSeconds), lists(currentStore())));
	});

	server.post<{ Body: FormData }>('/page/scan', async ({ body }, reply) => {
		const request = await readScan(body);
		const { ledger } = currentStore();
		await show(reply, page('Practice bank', '', payment(request, findPayee(request, ledger))));
	});

	server.post<{ Body: Record<string, string> }>('/page/transfers', async ({ body }, reply) => {
		const { direction, amount, held, form, ...texts } = body;
		const size = Number(amount);
		if (!(size > 0)) throw new Refusal('The amount must be a number above 0');
		if (form !== undefined && !isFormChoice(form)) throw new Refusal(`There is no form ${form}`);
		const input = { ...texts, form, amount: direction === 'outgoing' ? -size : size };
		if (held) currentStore().holdTransfer(input);
		else await currentStore().transfer([input]);
		return await reply.redirect(listsPath, 303);
	});

	server.post<{ Body: { accountNumber: string } }>('/page/sync', async ({ body }, reply) => {
		const account = currentStore().ledger.findAccount(body.accountNumber);
		if (!account) throw new Refusal(`There is no account ${body.accountNumber}`);
		await currentStore().sync(account);
		return await reply.redirect(listsPath, 303);
	});

	server.post('/page/test-call', async (_request, reply) => {
		await currentStore().sendTestEvent();
		return await reply.redirect(listsPath, 303);
	});
}
