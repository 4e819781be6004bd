import axios from 'axios';

/**
 * Pays a payment request as a customer does on the page of the practice bank: uploads the picture of
 * its code, and sends the form that the bank fills in. The customer pays from Vietcombank to MB, which breaks
 * the text into lines. `changes` are what he changes in the form.
 */
export async function payRequest(
	bankUrl: string,
	picture: Buffer,
	changes: Record<string, string> = {},
): Promise<void> {
	const http = axios.create({ baseURL: bankUrl, proxy: false });
	const scan = new FormData();
	scan.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'qr.png');
	const { data } = await http.post<string>('/page/scan', scan);
	const fields = { ...readFields(data), form: 'mbFromVietcombank', ...changes };
	await http.post('/page/transfers', new URLSearchParams(fields));
}

/** The values of the text fields in a form. */
function readFields(form: string): Record<string, string> {
	const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
	const texts = inputs.filter((tag) => !tag.includes('type="checkbox"'));
	const read = (tag: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
	return Object.fromEntries(texts.map((tag) => [read(tag, 'name'), read(tag, 'value')]));
}
