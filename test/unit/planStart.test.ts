import {
	planStart,
	type Opening,
	type StartPlan,
} from '../../nodes/BankTransactionsTrigger/lifecycle/planStart';
import type { Begun, Choice } from '../../nodes/BankTransactionsTrigger/storedState';

const choice: Choice = { selection: { accountNumber: '' }, windowDays: 3 };
const otherChoice: Choice = { ...choice, windowDays: 4 };
const minuteMs = 60_000;

/** A start of the trigger, and what is stored of the last publication. `null`: nothing. */
interface Situation extends Partial<Opening> {
	begun?: Partial<Begun> | null;
	account?: string;
	choice?: Choice;
}

function plan({ begun = {}, account = 'shop', choice: given = choice, ...opening }: Situation) {
	const state = { instanceId: 'n8n', workflowId: '1', writtenAt: 1, lifecycleAt: 1 };
	const former: Begun = { account: 'shop', keyFingerprint: 'key', choice, from: '', ...begun };
	const known = begun === null ? undefined : { ...state, begun: former };
	return planStart(known, { by: 'person', hasRun: true, ...opening }, account, given);
}

const everything: StartPlan = { settles: 'everything', onlyIfNew: false };
const everythingIfNew: StartPlan = { settles: 'everything', onlyIfNew: true };
const leftOut: StartPlan = { settles: 'formerlyLeftOut', onlyIfNew: false };
const leftOutIfNew: StartPlan = { settles: 'formerlyLeftOut', onlyIfNew: true };
const resumes: StartPlan = { settles: 'pending', onlyIfNew: false };

const openers = ['person', 'change', 'n8n'] as const;

describe('a start settles', () => {
	it.each<[string, Situation, StartPlan]>([
		['everything if a person publishes for the first time', { begun: null }, everything],
		[
			'everything, unless that is known, if the trigger was added to a published workflow',
			{ begun: null, by: 'change' },
			everythingIfNew,
		],
		[
			'everything, unless that is known, if n8n starts without static data',
			{ begun: null, by: 'n8n', hasRun: false },
			everythingIfNew,
		],
		['everything if a person had unpublished it', { pausedMs: minuteMs }, everything],
		[
			'nothing new if it was unpublished to publish a change',
			{ by: 'change', pausedMs: minuteMs },
			resumes,
		],
		[
			'nothing new if n8n starts soon after a change could not be published',
			{ by: 'n8n', pausedMs: minuteMs },
			resumes,
		],
		[
			'everything, and says so, if n8n was killed and the workflow unpublished while nothing ran',
			{ hasRun: false },
			{ ...everything, startsOver: true },
		],
		['nothing new if another trigger of the workflow reconnects', {}, resumes],
		['nothing new if n8n starts', { by: 'n8n', hasRun: false }, resumes],
		[
			'what the former choice leaves out, if a change is published',
			{ by: 'change', choice: otherChoice },
			leftOut,
		],
		[
			'the same, unless it is known, if n8n starts with a change: static data may be from before it',
			{ by: 'n8n', choice: otherChoice },
			leftOutIfNew,
		],
	])('%s', (_name, situation, expected) => {
		expect(plan(situation)).toEqual(expected);
	});

	it.each(openers)('everything after more than ten minutes, whoever starts it (%s)', (by) => {
		const plans = [10, 10.1].map((minutes) =>
			plan({ by, pausedMs: minutes * minuteMs, choice: otherChoice }),
		);
		expect(plans[1]).toEqual({ ...everything, startsOver: by !== 'person' });
		if (by !== 'person') expect(plans[0].settles).toBe('formerlyLeftOut');
	});

	it.each(openers)(
		'everything of another account, unless its stamp is known, whoever starts it (%s)',
		(by) => {
			expect(plan({ by, account: 'other' })).toEqual(everythingIfNew);
		},
	);
});

describe('what a former start could not record', () => {
	it.each([true, false])('keeps its condition (only if new: %s)', (onlyIfNew) => {
		const begun = { pending: { ids: '1', onlyIfNew, owner: 'p.1' } };
		expect(plan({ begun, by: 'n8n' })).toEqual({ settles: 'pending', onlyIfNew });
		expect(plan({ begun, by: 'change', choice: otherChoice })).toEqual({
			settles: 'formerlyLeftOut',
			onlyIfNew,
		});
	});

	it.each([true, false])(
		'is everything, and the trigger says so, if it was too long to store (only if new: %s)',
		(onlyIfNew) => {
			const begun = { pending: { onlyIfNew, owner: 'p.1' } };
			expect(plan({ begun, by: 'n8n' })).toEqual({
				settles: 'everything',
				onlyIfNew,
				startsOver: true,
			});
		},
	);
});
