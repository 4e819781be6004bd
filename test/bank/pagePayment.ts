import { formChoices } from './chosenForm';
import { html, type Html } from './html';
import type { Account } from './types';
import type { PaymentRequest } from './vietQr';

const thousands = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** An amount as the page shows it. */
export const dong = (amount: number): string => `${thousands.format(amount)} ₫`;

/** The fields of a transfer that every form has. */
export function transferFields(
	amount: string,
	description: string,
	{ counterpart = 'Counterpart', bank = '' }: { counterpart?: string; bank?: Html | '' } = {},
): Html {
	return html`<label
			>Amount in dong
			<input name="amount" type="number" min="1" max="9999999999999" value="${amount}" required />
		</label>
		<label
			>Description
			<input name="description" value="${description}" maxlength="500" />
		</label>
		${bank}
		<label
			>${counterpart}
			<input name="counterpartName" value="NGUYEN VAN AN" maxlength="200" />
		</label>
		<label
			>Account of the ${counterpart.toLowerCase()}
			<input name="counterpartAccount" value="0123456789" maxlength="50" />
		</label>
		<label class="check"
			><input type="checkbox" name="held" value="yes" />
			Hold back until the next sync of the account
		</label>`;
}

/** Lets the customer choose the bank; the first choice suits the account that is paid. */
function bankField({ bankAbbreviation }: Account): Html {
	const usual = bankAbbreviation === 'MB' ? 'mbFromVietcombank' : 'vietcombank';
	const options = formChoices.map(({ name, label }) =>
		name === usual
			? html`<option value="${name}" selected>${label}</option>`
			: html`<option value="${name}">${label}</option>`,
	);
	return html`<label
		>The payer's bank, which adds its own text
		<select name="form">
			${options}
		</select>
	</label>`;
}

/** The form that takes a payment request: its picture or its text. */
export const scanForm = html`<form
	method="post"
	action="/page/scan"
	target="lists"
	enctype="multipart/form-data"
>
	<h2>Pay a payment request</h2>
	<p class="faint">Scan a QR code as a customer would, and pay it, exactly or not.</p>
	<label
		>Picture of the QR code (PNG)
		<input type="file" name="picture" accept="image/png" />
	</label>
	<label
		>Or its text, which n8n returns as qrContent
		<textarea name="text" rows="3" placeholder="000201…"></textarea>
	</label>
	<button>Scan</button>
	<p class="faint">You can also paste a copied picture anywhere on this page.</p>
	<script>
		document.addEventListener('paste', ({ clipboardData }) => {
			if (clipboardData.files.length === 0) return;
			const { picture } = document.querySelector('form[action="/page/scan"]').elements;
			picture.files = clipboardData.files;
			picture.form.submit();
		});
	</script>
</form>`;

/** What a scanned request asks for, and the form that pays it. */
export function payment({ amount, content }: PaymentRequest, account: Account): Html {
	const { bankName, accountNumber, accountName } = account;
	return html`<main class="lists">
		<section class="payment">
			<h2>Pay a payment request</h2>
			<table>
				<tr>
					<th>To</th>
					<td>${bankName} ${accountNumber} ${accountName ?? ''}</td>
				</tr>
				<tr>
					<th>Amount</th>
					<td>${amount === undefined ? 'The payer decides' : dong(amount)}</td>
				</tr>
				<tr>
					<th>Content</th>
					<td>${content || 'The payer decides'}</td>
				</tr>
			</table>
			<form method="post" action="/page/transfers">
				<input type="hidden" name="accountNumber" value="${accountNumber}" />
				<input type="hidden" name="direction" value="incoming" />
				${transferFields(amount === undefined ? '' : String(amount), content, {
					counterpart: 'Payer',
					bank: bankField(account),
				})}
				<button>Pay</button>
				<a href="/page/lists">Cancel</a>
			</form>
		</section>
	</main>`;
}
