import { userAccountRecord } from '../bank/records';
import { getOutput, getPairedItems, useBank } from '../support/engine/testBank';

const bank = useBank();

it('returns the owner of the key and the linked accounts as the service does', async () => {
	const result = await bank.run({ resource: 'user', operation: 'get' });
	const [output] = getOutput(result);
	const { accounts, business, user } = await bank.control.state();
	expect(output).toStrictEqual({
		user,
		business,
		bankAccs: accounts.map(userAccountRecord),
	});
	expect(await bank.requests()).toEqual([
		{ method: 'GET', path: '/v2/userInfo', query: {}, body: null },
	]);
});

it('returns one item for each input item', async () => {
	const result = await bank.run({ resource: 'user', operation: 'get' }, { items: [{}, {}] });
	expect(getOutput(result)).toHaveLength(2);
	expect(getPairedItems(result)).toEqual([0, 1]);
});
