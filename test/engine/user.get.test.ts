import { userAccountRecord } from '../bank/records';
import { getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

it('returns the owner of the key and the linked accounts as the service does', async () => {
	const [output] = getOutput(await bank.run({ resource: 'user', operation: 'get' }));
	const { accounts, business, user } = await bank.control.state();
	const bankAccs = accounts.map(userAccountRecord);
	expect(output).toStrictEqual({ user, business, bankAccs });
	expect(await bank.requests()).toEqual([
		{ method: 'GET', path: '/v2/userInfo', query: {}, body: null },
	]);
});
