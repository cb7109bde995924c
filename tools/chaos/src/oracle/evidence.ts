import { patiently } from '@jeongsan/child-processes';
import type { Executor } from '@jeongsan/database';
import { eachPayout } from '@jeongsan/provider-client';
import type { Answer } from '@jeongsan/provider-contract';
import type { PayoutRunState, PayoutState } from '@jeongsan/state-machines';
import type { Stage } from '../stage/stage.js';
import type { History } from '../testing/build-market.js';
import { fenceMovesOf, movesOf, type FenceMove, type Move } from '../testing/witness.js';

/** A payout in the provider's records. */
export type BookPayout = Answer<'getPayout'>['entityBody'];

/** A payout in our records. */
export type OurPayout = Readonly<{
  id: string;
  ref: string;
  sellerId: string;
  amount: bigint;
  state: PayoutState;
  batchId: string | null;
  failureCode: string | null;
  runState: PayoutRunState;
}>;

export type Balances = Readonly<{ payable: bigint; reserved: bigint; debt: bigint }>;
export type Announced = Readonly<{ payoutId: string; sequence: bigint; status: string }>;

/** All facts for a verdict. The provider's records are read first: they show what really happened. */
export type Evidence = Readonly<{
  book: readonly BookPayout[];
  payouts: readonly OurPayout[];
  balances: ReadonlyMap<string, Balances>;
  /** State of each run, by `date`. */
  runs: ReadonlyMap<string, PayoutRunState>;
  /** Each statement, as `seller/date`. */
  statements: ReadonlySet<string>;
  moves: readonly Move[];
  announced: readonly Announced[];
  fences: readonly FenceMove[];
  /** The times at which each batch was sent. */
  sent: ReadonlyMap<string, readonly Date[]>;
}>;

const PAGE = 10_000;

/**
 * Our records come from one snapshot: what failed is paid again by runs of later dates, which go on while the records are read.
 */
export const readEvidence = (
  stage: Stage,
  histories: readonly History[],
  book: readonly BookPayout[],
): Promise<Evidence> =>
  stage.db.transaction('REPEATABLE READ', async (tx) => {
    const dates = histories.flatMap((history) => history.dates);
    const sellers = histories.flatMap((history) => history.sellers);
    const sellerIds = sellers.map(({ sellerId }) => sellerId);
    const destinations = new Set(sellers.map(({ providerSellerId }) => providerSellerId));
    const payouts = await tx.query<OurPayout[]>(
      `select p.id, p.ref_payout_id as ref, p.seller_id as "sellerId", p.amount, p.state, p.batch_id as "batchId",
            p.failure_code as "failureCode", r.state as "runState"
       from payouts.payout p join payouts.run r on r.id = p.run_id where p.seller_id = any($1) order by p.id`,
      [sellerIds],
    );
    const ids = payouts.map(({ id }) => id);
    const batches = await batchesOf(tx, dates);
    return {
      payouts,
      book: book.filter(({ destination }) => destinations.has(destination)),
      balances: await readBalances(tx, sellerIds),
      runs: await readRuns(tx, dates),
      statements: await readStatements(tx, sellerIds),
      moves: await movesOf(tx, ids),
      announced: await tx.query<Announced[]>(
        `select entity_id as "payoutId", sequence, data ->> 'status' as status from messaging.event
        where type = 'payout.changed' and entity_id = any($1) order by entity_id, sequence`,
        [ids],
      ),
      fences: await fenceMovesOf(tx, batches),
      sent: sentBy(stage, new Set(batches)),
    };
  });

/** All payouts of the provider, page by page: none may be missed. */
export async function readBook({ provider: { api } }: Stage): Promise<BookPayout[]> {
  const found: BookPayout[] = [];
  const patient: Pick<typeof api, 'listPayouts'> = { listPayouts: (input) => patiently(() => api.listPayouts(input)) };
  for await (const payout of eachPayout(patient, { limit: PAGE })) found.push(payout);
  return found;
}

async function batchesOf(db: Executor, dates: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>(
    `select a.id from payouts.batch a join payouts.run r on r.id = a.run_id where r.business_date = any($1::date[])`,
    [dates],
  );
  return rows.map(({ id }) => id);
}

async function readBalances(db: Executor, sellerIds: readonly string[]): Promise<Map<string, Balances>> {
  // Summed from the entries, not the running balances, which are checked separately.
  const rows = await db.query<({ id: string } & Balances)[]>(
    `select s.id,
            coalesce(-sum(e.amount) filter (where e.account_code = 'seller:' || s.id || ':payable'), 0)::bigint as payable,
            coalesce(-sum(e.amount) filter (where e.account_code = 'seller:' || s.id || ':reserved'), 0)::bigint as reserved,
            coalesce(sum(e.amount) filter (where e.account_code = 'seller:' || s.id || ':debt'), 0)::bigint as debt
       from unnest($1::text[]) as s(id)
       left join ledger.entry e
         on e.account_code in ('seller:' || s.id || ':payable', 'seller:' || s.id || ':reserved', 'seller:' || s.id || ':debt')
      group by s.id`,
    [sellerIds],
  );
  return new Map(rows.map(({ id, ...balances }) => [id, balances]));
}

async function readRuns(db: Executor, dates: readonly string[]): Promise<Map<string, PayoutRunState>> {
  const rows = await db.query<{ date: string; state: PayoutRunState }[]>(
    `select business_date::text as date, state from payouts.run where business_date = any($1::date[])`,
    [dates],
  );
  return new Map(rows.map(({ date, state }) => [date, state]));
}

async function readStatements(db: Executor, sellerIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }[]>(
    `select seller_id || '/' || business_date as id from payouts.statement where seller_id = any($1)`,
    [sellerIds],
  );
  return new Set(rows.map(({ id }) => id));
}

function sentBy({ sends }: Stage, batches: ReadonlySet<string>): Map<string, Date[]> {
  const sent = new Map<string, Date[]>();
  for (const { batchId, at } of sends.sent) {
    if (batches.has(batchId)) sent.set(batchId, [...(sent.get(batchId) ?? []), at]);
  }
  return sent;
}
