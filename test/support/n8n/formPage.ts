import axios from 'axios';
import { waitUntil } from '../waitFor';

/** A page of an n8n form, as a browser shows it. */
export interface FormPage {
	url: string;
	html: string;
}

/** Keeps the test's own proxy out, and answers of n8n as they are. */
const http = axios.create({ proxy: false, timeout: 30_000 });

/**
 * Fills in a form of n8n, one value for each field, and returns the page after it.
 * Does what the script of the form does in a browser.
 */
export async function submitForm(formUrl: string, values: string[]): Promise<FormPage> {
	const { data: form } = await http.get<string>(formUrl);
	const fields = [...form.matchAll(/name='(field-\d+)'/g)].map(([, name]) => name);
	const body = new FormData();
	for (const [index, name] of [...new Set(fields)].entries()) body.append(name, values[index]);
	const { data } = await http.post<{ formWaitingUrl: string }>(formUrl, body);
	return await openPage(data.formWaitingUrl);
}

/** Waits until an execution shows a page at this address, and returns it. */
export async function openPage(url: string): Promise<FormPage> {
	const statusUrl = new URL(url);
	statusUrl.pathname += '/n8n-execution-status';
	await waitUntil(
		'the execution shows a page',
		async () => (await http.get<string>(statusUrl.href)).data,
		(status) => status.trim() === 'form-waiting',
		{ timeoutMs: 20_000 },
	);
	const { data: html } = await http.get<string>(url);
	return { url, html };
}

/** What the last page of a form does as soon as a browser has loaded it. */
export async function runPageScript({ url }: FormPage): Promise<void> {
	await http.post(url);
}
