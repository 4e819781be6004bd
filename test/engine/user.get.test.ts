import { outputOf, usePracticeBank } from '../support/engine/testBank';

const practice = usePracticeBank();

it('gives whose key it is, and the linked accounts, as the service tells it', async () => {
	const result = await practice.run({ resource: 'user', operation: 'get' });
	const [output] = outputOf(result);
	const { accounts, business, user } = await practice.control.state();
	expect(output).toStrictEqual({
		user,
		business,
		bankAccs: accounts.map(({ id, bin, codeName, accountNumber }) => ({
			id,
			bank: { bin, codeName },
			bankAccountName: null,
			bankSubAccId: accountNumber,
			connectStatus: 1,
			planStatus: 1,
		})),
	});
	expect(await practice.asked()).toEqual([
		{ method: 'GET', path: '/v2/userInfo', query: {}, body: null },
	]);
});

it('gives one item for each input item', async () => {
	const result = await practice.run({ resource: 'user', operation: 'get' }, { items: [{}, {}] });
	expect(outputOf(result)).toHaveLength(2);
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});
