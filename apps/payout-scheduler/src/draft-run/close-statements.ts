import { randomUUID } from 'node:crypto';
import { lockBalances, postLedger } from '@jeongsan/database';
import { chart, debtRecovered } from '@jeongsan/ledger';
import type { EntityManager } from 'typeorm';
import type { PayoutPolicy } from '../payout-policy.js';
import { readGateFacts, type SellerFacts } from './gate-facts.js';
import { payoutGates, splitPayout } from './payout-gates.js';
import { reservePayouts, type PlannedPayout } from './reserve-payouts.js';

export type RunFrame = Readonly<{ runId: string; businessDate: string; cutoff: Date }>;

type Movement = { entry_id: bigint; seller_id: string; posting_key: string; amount: bigint };
type Statement = {
  id: string;
  sellerId: string;
  opening: bigint;
  lines: readonly Movement[];
  payout: bigint;
  carried: bigint;
  holdReason: string | null;
};

/**
 * Closes the statements of some sellers and promises what they are paid, in one transaction: debt is netted, every movement
 * of `payable` before the cut-off stands on exactly one statement, and opening + movements = payout + carried.
 */
export async function closeStatements(
  tx: EntityManager,
  run: RunFrame,
  sellerIds: readonly string[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const balances = await lockBalances(
    tx,
    sellerIds.flatMap((id) => [chart.sellerPayable(id), chart.sellerReserved(id), chart.sellerDebt(id)]),
  );
  const open = await withoutStatement(tx, run, sellerIds);
  const recovered = await recoverDebt(tx, run, open, balances);
  const movements = await unstatedMovements(tx, open, run.cutoff);
  const openings = await carriedBefore(tx, open);
  const facts = await readGateFacts(tx, open, now);

  const statements = open.flatMap((sellerId) => {
    const lines = movements.filter((m) => m.seller_id === sellerId);
    const opening = openings.get(sellerId) ?? 0n;
    if (lines.length === 0 && opening === 0n) return [];
    const held = (balances.get(chart.sellerPayable(sellerId).code) ?? 0n) - (recovered.get(sellerId) ?? 0n);
    return [closeOne(sellerId, opening, lines, held, facts.get(sellerId), policy)];
  });
  await writeStatements(tx, run, statements, now);
  const planned = statements.flatMap((s) => plan(run, s, facts.get(s.sellerId)));
  await reservePayouts(tx, planned, now);
}

function closeOne(
  sellerId: string,
  opening: bigint,
  lines: readonly Movement[],
  held: bigint,
  facts: SellerFacts | undefined,
  policy: PayoutPolicy,
): Statement {
  const closing = lines.reduce((sum, line) => sum + line.amount, opening);
  // A movement after the cut-off may have taken from what the statement closes with: never promise more than there is.
  const available = closing < held ? closing : held;
  const verdict = payoutGates(available, facts ?? { state: null, holds: [], paidThisWeek: 0n }, policy);
  const { payable: payout, holdReason } = verdict;
  return { id: randomUUID(), sellerId, opening, lines, payout, carried: closing - payout, holdReason };
}

function plan(run: RunFrame, statement: Statement, facts: SellerFacts | undefined): PlannedPayout[] {
  const { providerSellerId, accountFingerprint } = facts ?? {};
  if (statement.payout === 0n || !providerSellerId || !accountFingerprint) return [];
  return splitPayout(statement.payout).map((amount) => ({
    id: randomUUID(),
    runId: run.runId,
    statementId: statement.id,
    sellerId: statement.sellerId,
    providerSellerId,
    accountFingerprint,
    amount,
  }));
}

/** Sellers whose statement of this date is not closed yet: drafting can be taken up again after a crash. */
async function withoutStatement(tx: EntityManager, run: RunFrame, sellerIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ seller_id: string }[]>(
    `select w.seller_id from unnest($1::text[]) as w(seller_id)
      where not exists (select from payouts.statement s where s.seller_id = w.seller_id and s.business_date = $2)
      order by w.seller_id`,
    [sellerIds, run.businessDate],
  );
  return rows.map((row) => row.seller_id);
}

/** Nets what sellers owe us from what is payable to them. Returns what was taken, by seller. */
async function recoverDebt(
  tx: EntityManager,
  run: RunFrame,
  sellerIds: readonly string[],
  balances: ReadonlyMap<string, bigint>,
): Promise<Map<string, bigint>> {
  const taken = new Map<string, bigint>();
  for (const id of sellerIds) {
    const payable = balances.get(chart.sellerPayable(id).code) ?? 0n;
    const debt = balances.get(chart.sellerDebt(id).code) ?? 0n;
    const amount = debt < payable ? debt : payable;
    if (amount > 0n) taken.set(id, amount);
  }
  // Just before the cut-off, so that the netting stands on the statement it shortens.
  const effectiveAt = new Date(run.cutoff.getTime() - 1);
  await postLedger(
    tx,
    [...taken].map(([sellerId, amount]) =>
      debtRecovered({ sellerId, businessDate: run.businessDate, amount, effectiveAt }),
    ),
  );
  return taken;
}

/**
 * Entries of `payable` that stand on no statement. What is promised to a payout is not a movement: a statement shows it as its
 * payout. A seller's entries are written under its balance lock, so none with a lower id can still appear: the last stated id is a
 * safe place to start from, except that movements after an earlier cut-off were passed over.
 */
async function unstatedMovements(tx: EntityManager, sellerIds: readonly string[], cutoff: Date): Promise<Movement[]> {
  return tx.query<Movement[]>(
    `select e.id as entry_id, w.seller_id, p.key as posting_key, -e.amount as amount
       from unnest($1::text[], $2::text[]) as w(seller_id, account_code)
       join ledger.entry e on e.account_code = w.account_code and e.currency = 'KRW' and e.effective_at < $3
       join ledger.posting p on p.id = e.posting_id and p.template <> 'payout.reserved'
      where not exists (select from payouts.statement_line l where l.entry_id = e.id)
      order by e.id`,
    [sellerIds, sellerIds.map((id) => chart.sellerPayable(id).code), cutoff],
  );
}

async function carriedBefore(tx: EntityManager, sellerIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ seller_id: string; carried: bigint }[]>(
    `select distinct on (seller_id) seller_id, carried from payouts.statement where seller_id = any($1)
      order by seller_id, business_date desc`,
    [sellerIds],
  );
  return new Map(rows.map((row) => [row.seller_id, row.carried]));
}

async function writeStatements(
  tx: EntityManager,
  run: RunFrame,
  statements: readonly Statement[],
  now: Date,
): Promise<void> {
  const sum = (s: Statement) => s.lines.reduce((total, line) => total + line.amount, 0n);
  await tx.query(
    `insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, hold_reason, created_at)
     select s.id, $1, s.seller_id, $2, s.opening, s.movements, s.payout, s.carried, s.hold, $3
       from unnest($4::uuid[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[])
         as s(id, seller_id, opening, movements, payout, carried, hold)`,
    [
      run.runId,
      run.businessDate,
      now,
      statements.map((s) => s.id),
      statements.map((s) => s.sellerId),
      statements.map((s) => s.opening.toString()),
      statements.map((s) => sum(s).toString()),
      statements.map((s) => s.payout.toString()),
      statements.map((s) => s.carried.toString()),
      statements.map((s) => s.holdReason),
    ],
  );
  const lines = statements.flatMap((s) => s.lines.map((line) => ({ statementId: s.id, ...line })));
  await tx.query(
    `insert into payouts.statement_line (entry_id, statement_id, posting_key, amount)
     select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::bigint[])`,
    [
      lines.map((l) => l.entry_id.toString()),
      lines.map((l) => l.statementId),
      lines.map((l) => l.posting_key),
      lines.map((l) => l.amount.toString()),
    ],
  );
}
