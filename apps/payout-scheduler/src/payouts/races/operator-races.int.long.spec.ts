import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@jeongsan/calendar';
import * as fc from 'fast-check';
import { approveRun } from '../runs/approve-run/approve-run.js';
import { requestRun } from '../runs/request-run/request-run.js';
import { trialsSeed } from '../../testing/env.js';
import { violations } from '../../testing/payout-oracle.js';
import { plantedSellers } from '../../testing/funded-sandbox.js';
import { payoutWorld } from '../../testing/payout-world.js';
import { expireRun, rejectRun } from '../runs/withdraw-run/withdraw-run.js';
import { personOf } from '../../testing/people.js';

jest.setTimeout(600_000);

const SEED = trialsSeed;
const TRIES = 250;
const FIRST_DATE = '2025-06-02';
const AMOUNT = 10_000n;

const operator = (id: string) => personOf(id);
const rules = { limits: null, reauthThreshold: 1_000_000_000n, reauthSeconds: 900 };
type Run = Readonly<{ id: string; date: string; hash: string }>;
const approve = (by: string) => (run: Run) =>
  world.db.transaction((tx) =>
    approveRun(tx, run.id, run.hash, { kind: 'person', caller: operator(by), rules }, world.policy, world.clock),
  );

/** The requests that two people and the scheduler can make about one run. */
const acts = {
  'kim approves': approve('kim'),
  'lee approves': approve('lee'),
  'kim rejects': (run: Run) =>
    world.db.transaction((tx) => rejectRun(tx, run.id, operator('kim'), undefined, world.clock)),
  'lee rejects': (run: Run) => world.db.transaction((tx) => rejectRun(tx, run.id, operator('lee'), 'no', world.clock)),
  'kim runs it again': (run: Run) =>
    world.db.transaction((tx) => requestRun(tx, run.date, operator('kim'), world.clock)),
  'lee runs it again': (run: Run) =>
    world.db.transaction((tx) => requestRun(tx, run.date, operator('lee'), world.clock)),
  'it is drafted again': (run: Run) => world.draft(run.date),
  'it is dispatched': (run: Run) => world.dispatch(run.id),
  'it expires': (run: Run) => world.db.transaction((tx) => expireRun(tx, run.id, world.clock)),
} as const;
type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];

type Try = readonly Readonly<{ act: Act; delayMs: number }>[];
const aTry: fc.Arbitrary<Try> = fc.array(fc.record({ act: fc.constantFrom(...names), delayMs: fc.nat(8) }), {
  minLength: 4,
  maxLength: 9,
});

const world = payoutWorld({ planted: TRIES, policy: { selfApproveUpTo: null } });

async function draftRuns(): Promise<Run[]> {
  for (const [n, id] of plantedSellers('approved', TRIES).entries()) {
    await world.onboardPlanted([id], AMOUNT);
    await world.draft(addDays(FIRST_DATE, n));
  }
  return world.db.query<Run[]>(
    `select id, business_date as date, content_hash as hash from payouts.run order by business_date`,
  );
}

/** A refusal is an expected answer: the request came too late, or from a person who may not decide. */
const isRefusal = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('RUN_');

async function play(run: Run, plan: Try): Promise<void> {
  const done = plan.map(async ({ act, delayMs }) => {
    await sleep(delayMs);
    await acts[act](run);
  });
  for (const outcome of await Promise.allSettled(done))
    if (outcome.status === 'rejected' && !isRefusal(outcome.reason)) throw outcome.reason;
}

type Fate = { date: string; run: string; decisions: string[]; payouts: string[]; payable: bigint };

/**
 * Checks that each decision is recorded once and the last one holds: an approved run is sent once, unless it was
 * rejected before its first batch; a rejected run is payable and never approved; an undecided run still waits.
 */
function isRight({ run, decisions, payouts, payable }: Fate): boolean {
  const last = decisions.join(', then ') || 'nothing';
  const fates: Record<string, readonly [run: string, payout: string, payable: bigint]> = {
    approved: ['dispatching', 'in_transit', 0n],
    rejected: ['rejected', 'released', AMOUNT],
    'approved, then rejected': ['rejected', 'released', AMOUNT],
    nothing: ['draft', 'reserved', 0n],
  };
  const [runState, payoutState, left] = fates[last] ?? ['', '', -1n];
  return run === runState && payouts.join() === payoutState && payable === left;
}

test(`two operators decide on the same run, ${TRIES} times: the last decision stands (TRIALS_SEED=${SEED})`, async () => {
  const runs = await draftRuns();
  expect(runs).toHaveLength(TRIES);
  const plans = fc.sample(aTry, { seed: SEED, numRuns: TRIES });
  for (let n = 0; n < TRIES; n += 4)
    await Promise.all(runs.slice(n, n + 4).map((run, i) => play(run, plans[n + i] as Try)));
  await world.work({ workers: 6 });

  const fates = await world.db.query<Fate[]>(
    `select r.business_date as date, r.state as run,
            array(select action from payouts.run_decision d where d.run_id = r.id and action <> 'drafted' order by d.id) as decisions,
            array(select state from payouts.payout p where p.run_id = r.id) as payouts,
            (select -balance from ledger.account a join payouts.statement s on a.code = 'seller:' || s.seller_id || ':payable'
              where s.run_id = r.id) as payable
       from payouts.run r order by 1`,
  );
  expect(fates.filter((fate) => !isRight(fate))).toEqual([]);
  expect(new Set(fates.map(({ run }) => run)).size).toBeGreaterThanOrEqual(2);
  expect(await violations(world)).toEqual([]);
});
