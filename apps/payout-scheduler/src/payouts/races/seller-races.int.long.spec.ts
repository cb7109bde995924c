import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@jeongsan/calendar';
import * as fc from 'fast-check';
import { placeHold } from '../../closing/place-hold/place-hold.js';
import { trialsSeed } from '../../testing/env.js';
import { isLive, violations } from '../../testing/payout-oracle.js';
import { plantedSellers } from '../../testing/funded-sandbox.js';
import { payoutWorld } from '../../testing/payout-world.js';

jest.setTimeout(600_000);

const SEED = trialsSeed;
const RUNS = 6;
const SELLERS = 50;
const AMOUNT = 10_000n;
const FIRST_DATE = '2025-02-03';

const ourState = (state: string) => (id: string) =>
  world.db.query(`update onboarding.seller set state = $2 where seller_id = $1`, [id, state]);

// prettier-ignore
/**
 * The changes of a seller between plan and send. `ours`: our database has the change, so no payout to the seller may be
 * sent afterwards.
 */
const changes = {
  'nothing':             { ours: false, change: async () => undefined },
  'KYC required':        { ours: true,  change: ourState('kyc_required') },
  'closed':              { ours: true,  change: ourState('closed') },
  'another account':     { ours: true,  change: (id: string) =>
    world.db.query(`update onboarding.seller set account_fingerprint = 'another' where seller_id = $1`, [id]) },
  'changing account':    { ours: true,  change: (id: string) =>
    world.db.query(`update onboarding.seller set pending_account_sealed = 'sealed' where seller_id = $1`, [id]) },
  'held':                { ours: true,  change: (id: string) =>
    placeHold(world.db, id, 'OPERATOR', null, world.clock) },
  'deleted there':       { ours: false, change: (id: string) => world.sandbox.api.deleteSeller({ params: { id } }) },
  'under review there':  { ours: false, change: (id: string) => world.sandbox.control.reviewSellerAgain({ params: { id } }) },
} as const;
type Change = keyof typeof changes;

/** `frozen`: after the batch was frozen, before it is sent. `meanwhile`: while it is frozen and sent. */
const moments = ['planned', 'frozen', 'meanwhile'] as const;
type Plan = Readonly<{ change: Change; moment: (typeof moments)[number]; delayMs: number }>;
const names = Object.keys(changes) as Change[];
const ours = names.filter((name) => changes[name].ours);
const planOf = (kinds: readonly Change[]): fc.Arbitrary<Plan> =>
  fc.record({
    change: fc.oneof(
      { weight: 3, arbitrary: fc.constant('nothing' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...kinds) },
    ),
    moment: fc.constantFrom(...moments),
    delayMs: fc.nat(250),
  });

const world = payoutWorld({ planted: RUNS * SELLERS });

/** A time by the database's clock, in microseconds: a claim and a change can be less than a millisecond apart. */
type Microseconds = bigint;
const microseconds = (at: string): string => `(extract(epoch from ${at}) * 1000000)::bigint`;

type Changed = Readonly<{ id: string; plan: Plan; doneAt: Microseconds }>;

/** Makes the change, and returns its time. */
async function changeNow(id: string, { change, delayMs, moment }: Plan): Promise<Microseconds> {
  if (moment === 'meanwhile') await sleep(delayMs);
  await changes[change].change(id);
  const [row] = await world.db.query<{ at: Microseconds }[]>(`select ${microseconds('clock_timestamp()')} as at`);
  if (!row) throw new Error('Postgres has no time');
  return row.at;
}

/** Notes when each batch is claimed, which decides about its payouts; the renewal before the first byte sets `sent_at` anew. */
const NOTE_CLAIMS = `
  create table public.claim (batch_id uuid primary key, at timestamptz not null);
  create function public.note_claim() returns trigger language plpgsql as $$
  begin
    insert into public.claim values (new.id, new.sent_at) on conflict (batch_id) do update set at = excluded.at;
    return null;
  end $$;
  create trigger noted after update on payouts.batch for each row
    when (old.state = 'prepared' and new.state = 'sending') execute function public.note_claim()`;

async function changeAll(plans: ReadonlyMap<string, Plan>, moment: Plan['moment']): Promise<Changed[]> {
  const due = [...plans].filter(([, one]) => one.moment === moment && one.change !== 'nothing');
  return Promise.all(due.map(async ([id, one]) => ({ id, plan: one, doneAt: await changeNow(id, one) })));
}

type Payout = { seller: string; state: string; claimed_at: Microseconds | null };

/** Drafts a run, and changes its sellers while it is frozen and sent. */
async function playRun(nth: number): Promise<number> {
  const date = addDays(FIRST_DATE, nth);
  const sellers = plantedSellers('approved', SELLERS, nth * SELLERS);
  // A refusal by the provider would repeat the gates for all payouts of a batch, so in some runs only our database
  // changes.
  const drawn = fc.sample(planOf(nth % 4 === 0 ? ours : names), { seed: SEED + nth, numRuns: SELLERS });
  const plans = new Map(sellers.map((id, i) => [id, drawn[i] as Plan]));
  await world.onboardPlanted(sellers, AMOUNT);
  await world.draft(date);
  const runId = await world.runId(date);
  const planned = await changeAll(plans, 'planned');
  if (nth % 2 === 0) await world.dispatch(runId);
  const frozen = await changeAll(plans, 'frozen');
  const [meanwhile] = await Promise.all([changeAll(plans, 'meanwhile'), world.work({ workers: 2, isPatient: true })]);
  await world.work();
  expect(await violations(world)).toEqual([]);

  const payouts = await world.db.query<Payout[]>(
    `select p.seller_id as seller, p.state, ${microseconds('c.at')} as claimed_at
       from payouts.payout p left join public.claim c on c.batch_id = p.batch_id
      where p.run_id = $1`,
    [runId],
  );
  const booked = await world.atProvider();
  const paid = new Set(booked.filter(({ status }) => isLive[status]).map(({ destination }) => destination));
  const changed = new Map([...planned, ...frozen, ...meanwhile].map((one) => [one.id, one]));
  const wrong = payouts.filter((payout) => !isRight(payout, changed.get(payout.seller), paid.has(payout.seller)));
  expect(wrong).toEqual([]);
  expect(payouts).toHaveLength(SELLERS);
  return changed.size;
}

/**
 * Checks a payout: a seller without a change is paid; one changed before the claim is not; one changed meanwhile may
 * be either, and both books agree.
 */
function isRight({ state, claimed_at: claimedAt }: Payout, changed: Changed | undefined, isPaid: boolean): boolean {
  const agrees = isPaid ? state === 'in_transit' : state === 'released' || state === 'refused';
  if (!changed) return agrees && isPaid;
  if (changed.plan.moment !== 'meanwhile') return agrees && !isPaid;
  const wasTooLate = claimedAt !== null && claimedAt < changed.doneAt;
  return agrees && (!isPaid || wasTooLate);
}

test(`sellers change between plan and send: they leave the batch, the others are paid (TRIALS_SEED=${SEED})`, async () => {
  await world.db.query(NOTE_CLAIMS);
  let changed = 0;
  for (let nth = 0; nth < RUNS; nth += 1) changed += await playRun(nth);
  expect(changed).toBeGreaterThan(RUNS * 10);
});
