import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { LONG_AGO, getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const VALUE = '={{ $json.value }}';

const getMany = (filters: INodeParameters) => ({
	resource: 'transaction',
	operation: 'getAll',
	filters: { fromDate: LONG_AGO, ...filters },
});
const match = (parameters: INodeParameters) => ({
	resource: 'transaction',
	operation: 'match',
	paymentCode: 'DH1042',
	...parameters,
});
const paymentRequest = (amount: string) => ({
	resource: 'paymentRequest',
	operation: 'create',
	accountSource: 'manual',
	bank: { __rl: true, mode: 'name', value: 'VCB' },
	accountNumber: '1023456789012',
	paymentCode: 'DH1042',
	amount,
	options: { qrImage: 'none' },
});

/** Every amount of the action node. */
const AMOUNTS: Array<[string, INodeParameters]> = [
	['Minimum Amount', getMany({ minimumAmount: VALUE })],
	['Maximum Amount', getMany({ maximumAmount: VALUE })],
	['Expected Amount', match({ expectedAmount: VALUE })],
	['Tolerance', match({ expectedAmount: '1', options: { tolerance: VALUE } })],
	['Amount', paymentRequest(VALUE)],
];

const run = async (parameters: INodeParameters, value: unknown) =>
	await bank.run(parameters, { items: [{ value } as IDataObject] });

describe.each(AMOUNTS)("'%s'", (name, parameters) => {
	it.each(['250000', 250_000, '250000 VND', '250000đ', '250,000 VND', '250.000 ₫', '', null])(
		'accepts %j',
		async (value) => {
			expect(getOutput(await run(parameters, value))).toEqual(expect.any(Array));
		},
	);

	it.each([
		['250.000', 'Enter 250000 or 250.000 đ, or 250 if that is the amount.'],
		['250,000', 'Enter 250000 or 250,000 đ, or 250 if that is the amount.'],
		['2.500 ', 'Enter 2500 or 2.500 đ, or 2.5 if that is the amount.'],
		['1.250.000', 'Enter 1250000 or 1.250.000 đ.'],
		['250k', expect.stringMatching(/^Enter a (whole )?number in digits, without a unit/)],
	])('refuses %j before a request, and says what to write', async (value, description) => {
		const error = getError(await run(parameters, value));
		expect(error.message).toMatch(new RegExp(`^'${name}' is not a .*: ${value.trim()}`));
		expect(error.description).toEqual(description);
		expect(await bank.countRequests()).toBe(0);
	});
});

it('compares amounts that were given with a unit', async () => {
	await bank.control.transfers([
		{ amount: 249_999, description: 'DH1042', when: '2026-01-01T10:00:00' },
		{ amount: 250_000, description: 'DH1043', when: '2026-01-01T11:00:00' },
	]);
	const listed = getOutput(await run(getMany({ minimumAmount: VALUE }), '250.000 đ'));
	expect(listed).toMatchObject([{ amount: 250_000 }]);
	const dates = { fromDate: LONG_AGO };
	const paid = await run(match({ expectedAmount: VALUE, options: dates }), '250,000 VND');
	expect(getOutput(paid)).toMatchObject([{ status: 'underpaid', difference: -1 }]);
	const options = { ...dates, tolerance: VALUE };
	const tolerated = await run(match({ expectedAmount: '250000', options }), '1đ');
	expect(getOutput(tolerated)).toMatchObject([{ status: 'paid' }]);
});

it.each([
	['Expected Amount', match({ expectedAmount: VALUE }), 'Leave it empty if any amount is enough.'],
	['Amount', paymentRequest(VALUE), 'Leave it empty to let the payer enter the amount.'],
])("says what to do about 0 in '%s'", async (name, parameters, advice) => {
	for (const value of [0, '0', '0 VND']) {
		const error = getError(await run(parameters, value));
		expect(error.message).toContain(`'${name}' is 0`);
		expect(error.description).toContain(advice);
		expect(error.description).toMatch(/correct (it|the expression)/);
	}
	expect(await bank.countRequests()).toBe(0);
});
