import { lockBalances, postLedger } from '@jeongsan/database';
import { chart, debtRecovered, type Posting, reserveHeld, reserveReleased, taxWithheld } from '@jeongsan/ledger';
import { splitPayout, type GateFacts, type PayoutPolicy } from '@jeongsan/payouts';
import type { EntityManager } from 'typeorm';
import { v7 as timeOrderedId } from 'uuid';
import { openReissues, type OpenReissue, takeUpReissues } from '../reissues/open-reissues.js';
import { readMinimumOverrides } from '../override-payout/override-payout.js';
import { decideClosing, type HeldMoney } from './decide-closing.js';
import { readGateFacts, type SellerFacts } from './gate-facts.js';
import { readHeldMoney } from './held-money.js';
import { openSellers, type OpenSeller } from './read-positions.js';
import { reservePayouts, type PlannedPayout } from './reserve-payouts.js';
import { closingInstant, type RunFrame } from './run-frame.js';
import { stateDebts, stateMovements, stateOwnMovements } from './state-movements.js';
import { type Statement, writeStatements } from './write-statements.js';

/**
 * `on`: the date is in the sellers' cycle. `off`: it is not, and a statement pays what failed before and is reissued, and
 * carries the rest.
 */
export type Cycle = 'on' | 'off';

/**
 * Closes the statements of some sellers and plans their payouts, in one transaction. Every movement of `payable` before
 * the cut-off stands on exactly one statement, and opening + movements = payout + carried. Each seller is one small row
 * in memory here; the sellers' movements stay in Postgres.
 */
export async function closeStatements(
  tx: EntityManager,
  run: RunFrame,
  sellerIds: readonly string[],
  policy: PayoutPolicy,
  now: Date,
  cycle: Cycle = 'on',
): Promise<void> {
  const balances = await lockBalances(tx, sellerIds.flatMap(accountsOf));
  const reissues = await openReissues(tx, sellerIds, cycle === 'on' ? ANY_DATE : run.businessDate);
  const sellers = await openSellers(tx, run, sellerIds);
  const facts = await readGateFacts(tx, sellerIds, now);
  const caps = cycle === 'on' ? null : reissues;
  const deciding = (some: readonly OpenSeller[]) => decide(tx, run, some, balances, facts, policy, now, caps);
  const closing = caps === null ? sellers : await paidOffCycle(tx, toCloseOffCycle(sellers, caps), deciding);
  const statements = await deciding(closing);
  await moveMoney(tx, run, statements);
  await writeStatements(tx, run, statements, now);
  await reservePayouts(
    tx,
    statements.flatMap((s) => plan(run, s, facts.get(s.sellerId))),
    now,
  );
  const paying = statements.filter((one) => one.closing.payout > 0n);
  const taken = paying.map(({ statementId, sellerId }) => ({ statementId, ids: reissues.get(sellerId)?.ids ?? [] }));
  await takeUpReissues(tx, taken, now);
}

/** A statement of the cycle pays every open reissue of its seller, also one that is due later. */
const ANY_DATE = '9999-12-31';

type Caps = ReadonlyMap<string, OpenReissue> | null;

/** Off-cycle, a seller to whom nothing is owed again gets no statement, and reserves are released on the cycle date. */
const toCloseOffCycle = (sellers: readonly OpenSeller[], caps: NonNullable<Caps>): OpenSeller[] =>
  sellers.filter((s) => (caps.get(s.sellerId)?.owed ?? 0n) > 0n).map((s) => ({ ...s, reserveDue: 0n }));

/**
 * The sellers whom an off-cycle statement pays something. A statement that pays nothing (held orders, a debt) would use the reissue up, so
 * none is made: the reissue stays open for the next draft. A decision needs the movements on a statement, so each is tried and taken back.
 */
async function paidOffCycle(
  tx: EntityManager,
  sellers: readonly OpenSeller[],
  deciding: (sellers: readonly OpenSeller[]) => Promise<Statement[]>,
): Promise<OpenSeller[]> {
  await tx.query('savepoint tried');
  const paid = (await deciding(sellers)).filter(({ closing }) => closing.payout > 0n).map(({ sellerId }) => sellerId);
  await tx.query('rollback to savepoint tried');
  return sellers.filter(({ sellerId }) => paid.includes(sellerId));
}

const accountsOf = (id: string) => [
  chart.sellerPayable(id),
  chart.sellerReserved(id),
  chart.sellerReserve(id),
  chart.sellerDebt(id),
];

const NOTHING_HELD: HeldMoney = { amounts: 0n, orders: 0n, futureDebits: 0n };

/**
 * Puts the movements of each seller onto a statement and decides its payout. A seller without movements and without
 * carried money gets no statement.
 */
async function decide(
  tx: EntityManager,
  run: RunFrame,
  sellers: readonly OpenSeller[],
  balances: ReadonlyMap<string, bigint>,
  facts: ReadonlyMap<string, SellerFacts>,
  policy: PayoutPolicy,
  now: Date,
  caps: Caps,
): Promise<Statement[]> {
  const debtOf = (sellerId: string): bigint => balances.get(chart.sellerDebt(sellerId).code) ?? 0n;
  const frames = sellers.map((seller) => ({ ...seller, statementId: timeOrderedId() }));
  const sellerIds = frames.map((f) => f.sellerId);
  const held = await readHeldMoney(tx, sellerIds, now, caps === null ? run.businessDate : null);
  const waived = await readMinimumOverrides(tx, sellerIds, run.businessDate);
  const stated = await stateMovements(tx, frames, run.cutoff);
  const owing = frames.filter((f) => f.terms.taxType === 'WITHHOLDING' || debtOf(f.sellerId) > 0n);
  const debts = await stateDebts(tx, owing, run.cutoff);

  return frames.flatMap(({ statementId, sellerId, terms, opening, soFar, statedThrough, reserveDue }) => {
    const movements = stated.get(statementId);
    const debt = debts.get(statementId) ?? 0n;
    if (!movements?.lines && debt === 0n && opening === 0n && reserveDue === 0n) return [];
    const position = {
      opening,
      moved: movements?.moved ?? 0n,
      taxable: (movements?.taxable ?? 0n) - debt,
      soFar,
      payable: balances.get(chart.sellerPayable(sellerId).code) ?? 0n,
      debt: debtOf(sellerId),
      reserve: balances.get(chart.sellerReserve(sellerId).code) ?? 0n,
      reserveDue,
      held: held.get(sellerId) ?? NOTHING_HELD,
      gates: { ...gatesOf(facts.get(sellerId)), minimumWaived: caps !== null || waived.has(sellerId) },
      offCycleMost: caps === null ? null : (caps.get(sellerId)?.owed ?? 0n),
    };
    const closing = decideClosing(position, terms, policy);
    return [
      {
        statementId,
        sellerId,
        terms,
        statedThrough: movements?.statedThrough ?? statedThrough,
        closing,
        offCycle: caps !== null,
      },
    ];
  });
}

const UNKNOWN_SELLER: GateFacts = { state: null, accountWaits: false, holds: [], paidThisWeek: 0n };

/**
 * The facts for a seller's gates. A seller without a provider's seller id or without an account cannot be paid, even in
 * a payable state.
 */
function gatesOf(facts: SellerFacts | undefined): GateFacts {
  if (!facts) return UNKNOWN_SELLER;
  const isPayable = facts.providerSellerId !== null && facts.accountFingerprint !== null;
  return isPayable ? facts : { ...facts, holds: [...facts.holds, 'REGISTRATION_PENDING'] };
}

/**
 * Posts the movements that the closing itself makes (reserves, netted debt, tax). Those that move payable become lines
 * of the same statement.
 */
async function moveMoney(tx: EntityManager, run: RunFrame, statements: readonly Statement[]): Promise<void> {
  const own = statements.flatMap((s) =>
    postingsOf(run, s).map((posting) => ({
      posting,
      key: posting.key,
      statementId: s.statementId,
      sellerId: s.sellerId,
    })),
  );
  await postLedger(
    tx,
    own.map((o) => o.posting),
  );
  await stateOwnMovements(tx, own);
}

function postingsOf(run: RunFrame, { sellerId, closing }: Statement): Posting[] {
  const facts = { sellerId, businessDate: run.businessDate, effectiveAt: closingInstant(run) };
  const postings = [
    reserveReleased({ ...facts, amount: closing.reserveReleased }),
    debtRecovered({ ...facts, amount: closing.debtNetted }),
    taxWithheld({ ...facts, amount: closing.withheld }),
    reserveHeld({ ...facts, amount: closing.reserveHeld }),
  ];
  return postings.filter((posting) => posting.transfers.length > 0);
}

function plan(run: RunFrame, { statementId, sellerId, closing }: Statement, facts?: SellerFacts): PlannedPayout[] {
  const { providerSellerId, accountFingerprint } = facts ?? {};
  if (!providerSellerId || !accountFingerprint) return [];
  return splitPayout(closing.payout).map((amount) => ({
    // Ids in the order of time: rows that are sent together then lie together in the table and in each index.
    id: timeOrderedId(),
    runId: run.runId,
    statementId,
    sellerId,
    providerSellerId,
    accountFingerprint,
    amount,
  }));
}
