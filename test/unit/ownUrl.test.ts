import { isOwnUrl } from '../../nodes/BankTransactionsTrigger/webhook/ownWebhooks';

const OWN = 'https://n8n.example.com/webhook/2f1a/Thu%20ti%E1%BB%81n/webhook';

it.each([
	['as it was given', OWN],
	['with a slash at the end', `${OWN}/`],
	['with a host in upper case', OWN.replace('n8n.example.com', 'N8N.EXAMPLE.COM')],
	['with the default port', OWN.replace('.com', '.com:443')],
	['with escapes in lower case', OWN.replace('%E1%BB%81', '%e1%bb%81')],
	['without escapes', decodeURI(OWN)],
])("takes the trigger's URL for its own if it is stored %s", (_form, found) => {
	expect(isOwnUrl(found, OWN, undefined)).toBe(true);
	expect(isOwnUrl(OWN, found, undefined)).toBe(true);
});

it('takes the URL for its own with which the webhook was registered', () => {
	const registered = { id: 1, url: 'https://former.example.com/webhook/2f1a/webhook' };
	expect(isOwnUrl(registered.url, OWN, registered)).toBe(true);
	expect(isOwnUrl(registered.url, undefined, registered)).toBe(true);
});

it.each([
	['another path', OWN.replace('2f1a', '2F1A')],
	['another host', OWN.replace('n8n.', 'shop.')],
	['another port', OWN.replace('.com', '.com:8443')],
	['a slash left out', OWN.replace('/webhook/', '/webhook')],
	['text that is no URL', 'webhook'],
])('takes a URL with %s for that of somebody else', (_difference, found) => {
	expect(isOwnUrl(found, OWN, { id: 1, url: OWN })).toBe(false);
	expect(isOwnUrl(found, undefined, undefined)).toBe(false);
});

it('compares what is no URL as it is', () => {
	expect(isOwnUrl('webhook', 'webhook', undefined)).toBe(true);
});
