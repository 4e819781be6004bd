import { createSelector, type Selection } from '../../nodes/BankTransactionsTrigger/selection';
import { createItemMapper } from '../../nodes/BankTransactionsTrigger/items';
import type { TriggerParameters } from '../../nodes/BankTransactionsTrigger/parameters';
import type { TransactionRecord } from '../../nodes/shared/transactions/transaction';

const ZONE = 'Asia/Ho_Chi_Minh';

const CODE = { prefix: 'DH', minimumLength: 3, maximumLength: 10, characters: 'digits' } as const;

const transfer: TransactionRecord = {
	id: 7,
	tid: 'FT7',
	amount: 5000,
	description: 'CK DH1042 tu A',
	when: '2026-01-31 10:20:30',
	bankSubAccId: '123456789',
};

const all: Selection = { accountNumber: '' };

describe('a transaction is selected', () => {
	it.each<[string, Selection, boolean]>([
		['without conditions', all, true],
		['by its account', { accountNumber: '123456789' }, true],
		['by its amount', { ...all, minimumAmount: 5000 }, true],
		['by its direction and code', { ...all, direction: 'incoming', requiredCode: CODE }, true],
		['not in the other direction', { ...all, direction: 'outgoing', requiredCode: CODE }, false],
		['not on another account', { accountNumber: '987654321' }, false],
		['not with a smaller amount', { ...all, minimumAmount: 5001 }, false],
		['not with another code', { ...all, requiredCode: { ...CODE, prefix: 'HD' } }, false],
	])('%s', (_name, selection, expected) => {
		expect(createSelector(selection)(transfer)).toBe(expected);
	});

	it('without a description only if no code is required', () => {
		const silent = { ...transfer, description: undefined } as never;
		expect(createSelector(all)(silent)).toBe(true);
		expect(createSelector({ ...all, requiredCode: CODE })(silent)).toBe(false);
	});
});

describe('the items', () => {
	const parameters = { selection: all, simplify: true } as TriggerParameters;
	const withCode = { ...parameters, paymentCode: CODE };

	it('are the selected transactions in their order', () => {
		const incomingOnly = { ...parameters, selection: { ...all, direction: 'incoming' } as const };
		const outgoing = { ...transfer, id: 8, amount: -5000 };
		const later = { ...transfer, id: 9 };
		const items = createItemMapper(incomingOnly, ZONE, true)([later, outgoing, transfer]);
		expect(items.map(({ json }) => json.id)).toEqual([9, 7]);
	});

	it('are simplified, or as the service sent them', () => {
		const [simple] = createItemMapper(parameters, ZONE, false)([transfer]);
		expect(simple.json).toMatchObject({ reference: 'FT7', time: '2026-01-31T10:20:30+07:00' });
		const [raw] = createItemMapper({ ...parameters, simplify: false }, ZONE, false)([transfer]);
		expect(raw.json).toEqual(transfer);
		expect(raw.json).not.toBe(transfer);
	});

	it('contain the payment code if one is read, and begin with what a person looks for', () => {
		const silent = { ...transfer, description: '' };
		const items = createItemMapper(withCode, ZONE, false)([transfer, silent]);
		expect(items.map(({ json }) => json.paymentCode)).toEqual(['DH1042', '']);
		const first = ['id', 'paymentCode', 'amount', 'direction', 'time', 'description', 'reference'];
		expect(Object.keys(items[0].json).slice(0, 7)).toEqual(first);
		const [item] = createItemMapper(parameters, ZONE, false)([transfer]);
		expect(item.json).not.toHaveProperty('paymentCode');
		const [raw] = createItemMapper({ ...withCode, simplify: false }, ZONE, false)([transfer]);
		expect(raw.json).toEqual({ ...transfer, paymentCode: 'DH1042' });
	});

	it('contain test events only if they are wanted, whatever is selected', () => {
		const outgoingOnly = { ...parameters, selection: { ...all, direction: 'outgoing' } as const };
		const testEvent = { ...transfer, id: 0 };
		expect(createItemMapper(outgoingOnly, ZONE, true)([testEvent])).toHaveLength(1);
		expect(createItemMapper(parameters, ZONE, false)([testEvent])).toEqual([]);
	});
});
