import fastify from 'fastify';
import { serviceApi } from './api';
import { makeApiKey } from './apiKey';
import { BankControl } from './control';
import { controlApi } from './controlApi';
import { pages } from './page';
import { Store, type History } from './store';

export interface Bank {
	/** Address of the bank, such as `http://127.0.0.1:4010`. */
	url: string;
	/** The one key that the service accepts; it changes when the control renews it. */
	readonly apiKey: string;
	/** Steers this bank. */
	readonly control: BankControl;
	/** Ends at once: open requests, deliveries and waits are broken off. */
	close(): Promise<void>;
}

export interface BankOptions extends Partial<History> {
	/** 0 (the default): any port that is free. */
	port?: number;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Large enough that a renewed key never equals that of another practice bank. */
const renewalDistance = 1_000_000;

/** Starts a practice bank on 127.0.0.1. Throws the system's error if the port is taken. */
export async function startBank(options: BankOptions = {}): Promise<Bank> {
	const { port = 0, transactions = 200, seed = 1, ...others } = options;
	const history = { transactions, seed, ...others };
	let apiKey = makeApiKey(seed);
	let renewals = 0;
	const stopping = new AbortController();
	let store = new Store(history);
	const currentStore = () => store;

	const reset = async (changes: Partial<History>) => {
		await store.sender.stop();
		store = new Store({ ...history, ...changes });
	};
	const renewApiKey = () => {
		renewals += 1;
		apiKey = makeApiKey(seed + renewals * renewalDistance);
		return apiKey;
	};

	const server = fastify({ forceCloseConnections: true, bodyLimit: MAX_BODY_BYTES });
	// Clients announce JSON on requests without a body too; the service does not mind.
	server.removeContentTypeParser('application/json');
	server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
		if (text === '') return done(null, undefined);
		return server.getDefaultJsonParser('error', 'error')(_request, String(text), done);
	});
	await server.register(named('control', controlApi), {
		prefix: '/control',
		currentStore,
		reset,
		renewApiKey,
	});
	await server.register(named('pages', pages), { currentStore });
	await server.register(named('service', serviceApi), {
		currentStore,
		currentApiKey: () => apiKey,
		stopping: stopping.signal,
	});

	const url = await server.listen({ port, host: '127.0.0.1' });
	return {
		url,
		control: new BankControl(url),
		get apiKey() {
			return apiKey;
		},
		close: async () => {
			await server.close();
			stopping.abort();
			await store.sender.stop();
		},
	};
}

/** Gives a plugin a name. Without one, fastify looks for it in all modules that are loaded. */
function named<T extends object>(name: string, plugin: T): T {
	return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
}
