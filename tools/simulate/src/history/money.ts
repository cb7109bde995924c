import { businessDateOf } from '@jeongsan/calendar';
import { chart, payoutPostings, template } from '@jeongsan/ledger';
import { won } from '@jeongsan/money';
import { contentLine } from '@jeongsan/payouts';
import type { PayoutRow } from '../books/rows.js';
import { runContentOf } from '../books/memory-records.js';
import type { World } from '../world.js';

type Facts = { id: string; sellerId: string; amount: bigint; fromPayable: bigint; effectiveAt: Date };

/** Everything that happens before a seller's money is payable, as one step. */
const earned = template<Facts>(
  'simulation.earned',
  (f) => f.id,
  (f) => [{ debit: chart.providerAvailable(), credit: chart.sellerPayable(f.sellerId), amount: won(f.amount) }],
);
/** A refund takes payable money; the rest becomes the seller's debt. */
const refunded = template<Facts>(
  'simulation.refunded',
  (f) => f.id,
  (f) => [
    { debit: chart.sellerPayable(f.sellerId), credit: chart.providerAvailable(), amount: won(f.fromPayable) },
    { debit: chart.sellerDebt(f.sellerId), credit: chart.providerAvailable(), amount: won(f.amount - f.fromPayable) },
  ],
);

/** The platform transfers its own money to its balance at the provider. */
const funded = template<Facts>(
  'simulation.funded',
  (f) => f.id,
  (f) => [{ debit: chart.providerAvailable(), credit: chart.platformCommission(), amount: won(f.amount) }],
);
const FUNDS = 1_000_000_000_000n;

/** Refunds that became debt were taken from the provider's balance: the platform refills it. */
export async function fund(world: World): Promise<void> {
  await world.database.transact('fund', async (records) => {
    await records.post([
      funded({ id: records.newId(), sellerId: '', amount: FUNDS, fromPayable: 0n, effectiveAt: world.database.now }),
    ]);
  });
  world.provider.available += FUNDS;
}

/** A seller earns, and the balance at the provider grows by the same amount. */
export async function earn(world: World, sellerId: string, amount: bigint): Promise<void> {
  await world.database.transact('earn', async (records) => {
    await records.post([
      earned({ id: records.newId(), sellerId, amount, fromPayable: 0n, effectiveAt: world.database.now }),
    ]);
  });
  world.provider.available += amount;
  world.due.set(sellerId, (world.due.get(sellerId) ?? 0n) + amount);
}

export async function refund(world: World, sellerId: string, amount: bigint): Promise<void> {
  const fromPayable = await world.database.transact('refund', async (records) => {
    const payable = world.books.ledger.balance(chart.sellerPayable(sellerId));
    const part = payable < amount ? payable : amount;
    await records.post([
      refunded({ id: records.newId(), sellerId, amount, fromPayable: part, effectiveAt: world.database.now }),
    ]);
    return part;
  });
  world.provider.available -= amount;
  world.due.set(sellerId, (world.due.get(sellerId) ?? 0n) - fromPayable);
}

/** Drafts a run that reserves each seller's payable money, or parts of it, for payouts. Null: no seller has any. */
export async function draftRun(world: World): Promise<string | null> {
  const { books, database, random } = world;
  const runId = books.newId();
  return database.transact('draft', async (records, changes) => {
    const rows = [...books.sellers.values()].flatMap((seller) =>
      partsOf(world, books.ledger.balance(chart.sellerPayable(seller.id))).map((amount): PayoutRow => {
        const id = records.newId();
        return {
          id,
          ref_payout_id: id,
          run_id: runId,
          seller_id: seller.id,
          provider_seller_id: seller.providerSellerId,
          account_fingerprint: seller.accountFingerprint,
          amount,
          state: 'reserved',
          provider_payout_id: null,
          schedule_type: null,
          payout_date: null,
          due_on: businessDateOf(database.now),
          not_before: null,
          absent_rounds: 0,
          duplicate_rounds: 0,
          batchId: null,
          submittedAt: null,
          observedAt: database.now.getTime(),
          failureCode: null,
          failureClass: null,
          finishedAt: null,
        };
      }),
    );
    if (rows.length === 0) return null;
    for (const row of random.shuffle(rows)) books.insert(books.payouts, row, changes);
    await records.post(
      rows.map(({ id, seller_id: sellerId, amount }) =>
        payoutPostings.reserve({ payoutId: id, sellerId, amount, effectiveAt: database.now }),
      ),
    );
    books.insert(books.runs, { id: runId, state: 'draft', contentHash: '', approvals: 0 }, changes);
    const content = await runContentOf(books, runId);
    const run = books.runs.get(runId);
    if (run) books.change(run, { contentHash: content.hash }, changes);
    return runId;
  });
}

/** Below one billion won each, as the payouts table requires. */
const PAYOUT_MAX = 999_999_999n;

function partsOf({ random }: World, payable: bigint): bigint[] {
  if (payable < 1n || random.chance(0.15)) return [];
  const parts: bigint[] = [];
  let left = payable;
  for (let count = random.pick([1, 1, 1, 2, 3]); count > 0 && left > 0n; count -= 1) {
    const share = count === 1 && random.chance(0.8) ? left : (left * BigInt(random.integer(200, 900))) / 1_000n;
    const part = share > PAYOUT_MAX ? PAYOUT_MAX : share;
    if (part > 0n) parts.push(part);
    left -= part;
  }
  return parts;
}

/** Approves the present content of a run; a stopped run only when its content is as before. */
export async function approveRun(world: World, runId: string): Promise<void> {
  const { books, database, oracle } = world;
  const content = await runContentOf(books, runId);
  await database.transact('approve', async (records, changes) => {
    const run = books.runs.get(runId);
    if (!run || (run.state !== 'draft' && run.state !== 'stopped') || content.hash !== run.contentHash) return;
    books.change(run, { state: 'approved', approvals: run.approvals + 1 }, changes);
    for (const row of books.payouts.values())
      if (row.run_id === runId) oracle.approved.set(row.ref_payout_id, contentLine(row));
    await records.enqueue('payout-run.dispatch', { runId }, database.now, {
      dedupeKey: `payout-run.dispatch/${runId}`,
    });
  });
}

/**
 * Resumes sending: enqueues jobs for everything that waits, as
 * apps/payout-scheduler/src/payouts/dispatch/dispatch-control/waiting-work.ts does.
 */
export async function letGo({ books, database }: World): Promise<void> {
  await database.transact('let go', async (records, changes) => {
    books.change(books.control, { isHalted: false }, changes);
    const waiting = [...books.batches.values()].filter(
      (a) => a.state === 'prepared' && books.runs.get(a.runId)?.state !== 'stopped',
    );
    const sending = waiting.map(({ id }) => ({ data: { batchId: id } }));
    await records.enqueueAll('payout-batch.send', sending, database.now);
    const reserved = [...books.payouts.values()].filter((p) => p.state === 'reserved').map((p) => p.run_id);
    const open = [...new Set(reserved)].filter((id) => MAY_BE_SENT.has(books.runs.get(id)?.state ?? ''));
    const dispatching = open.map((id) => ({ data: { runId: id } }));
    await records.enqueueAll('payout-run.dispatch', dispatching, database.now);
  });
}
const MAY_BE_SENT: ReadonlySet<string> = new Set(['approved', 'dispatching']);
