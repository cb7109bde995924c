import { businessDateOf } from '@jeongsan/calendar';
import { type Executor, pageSize } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type explainPayout as contract, refuse } from '@jeongsan/platform-contract';
import { type MovementKind, movementOf, movementWords, type Reader, say } from '@jeongsan/settlement';
import { type Evidence, found, ledgerEvidence } from '../ledger-evidence.js';
import { placeOf, textOf } from '../../closing/read-statement/item-cursor.js';
import { cancelOf, lineOf, paymentOf, settlementOf } from '../order-facts.js';
import { type PayoutFate, payoutReason, reasonView, withFunds } from '../reason-views.js';
import { type ItemRow, itemsAfter, type KindTotal, totalsByTemplate } from './movement-items.js';
import { type ChainStatement, statementChain, STATEMENTS_MAX } from './statement-chain.js';

type Explanation = Output<typeof contract>;
type Total = Explanation['totals'][number];
type Line = Explanation['lines']['items'][number];
type Payout = PayoutFate & {
  id: string;
  runId: string;
  sellerId: string;
  amount: bigint;
  statementId: string;
  scheduleType: string | null;
  payoutDate: string | null;
  finishedAt: Date | null;
};

/**
 * Explains each won of a payout: its statement and the earlier ones that carried money into it, the sums of their
 * movements, and page by page the sources of each movement. Five SQL statements for any number of lines. @throws
 * PAYOUT_NOT_FOUND, CURSOR_INVALID.
 */
export async function explainPayout(
  db: Executor,
  payoutId: string,
  query: Input<typeof contract>['query'],
  shortRuns: ReadonlyMap<string, string | null> = new Map(),
): Promise<Explanation> {
  const reader: Reader = { language: query.lang, audience: query.audience };
  const place = placeOf(query.after);
  const payout = await readPayout(db, payoutId);
  const chain = await statementChain(db, payout.statementId);
  const ids = chain.map((s) => s.id);
  const byTemplate = await totalsByTemplate(db, ids);
  const limit = pageSize(query.limit);
  const rows = await itemsAfter(db, ids, place, limit + 1);
  const items = rows.slice(0, limit);
  const own = ['payout.reserved', ...endings].map((template) => `${template}/${payout.id}`);
  const evidence = await ledgerEvidence(db, [payout.sellerId], [...own, ...items.flatMap(postingKeys)]);
  const totals = totalsOf(payout.amount, chain, byTemplate, reader);
  const last = items.at(-1);
  return {
    payoutId: payout.id,
    sellerId: payout.sellerId,
    amount: payout.amount,
    state: payout.state,
    scheduleType: payout.scheduleType,
    payoutDate: payout.payoutDate,
    reason: payoutReason(withFunds(payout, shortRuns), reader, {
      amount: payout.amount,
      date: dateOf(payout.finishedAt) ?? payout.payoutDate,
    }),
    ledger: found(evidence, own),
    statements: chain.map((s) => ({
      statementId: s.id,
      businessDate: s.business_date,
      opening: s.opening,
      movements: s.movements,
      payoutAmount: s.payout_amount,
      carried: s.carried,
      reason: s.hold_reason === null ? null : reasonView(s.hold_reason, reader, { amount: s.carried }),
    })),
    totals,
    unexplained: unexplainedOf(payout.amount, chain, byTemplate, totals),
    lines: {
      items: items.map((row) => lineView(row, evidence, reader)),
      nextCursor: rows.length > limit && last ? textOf(placeOfRow(last)) : null,
    },
  };
}

const placeOfRow = ({ entry_id, order_id, line_id, tranche }: ItemRow) => ({
  entryId: entry_id.toString(),
  orderId: order_id,
  lineId: line_id,
  tranche,
});

const endings = ['payout.paid', 'payout.released', 'payout.returned'] as const;
const dateOf = (instant: Date | null): string | null => (instant === null ? null : businessDateOf(instant));

async function readPayout(db: Executor, payoutId: string): Promise<Payout> {
  const [payout] = await db.query<Payout[]>(
    `select p.id, p.seller_id as "sellerId", p.amount, p.statement_id as "statementId", p.finished_at as "finishedAt", p.state,
            p.schedule_type as "scheduleType", p.payout_date as "payoutDate",
            p.failure_code as "failureCode", p.failure_class as "failureClass", r.state as "runState", p.run_id as "runId",
            (select x.due_on from payouts.reissue x where x.payout_id = p.id and x.statement_id is null) as "reissueOn"
       from payouts.payout p join payouts.run r on r.id = p.run_id where p.id = $1`,
    [payoutId],
  );
  if (!payout) throw refuse('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}`);
  return payout;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** The totals that make up the payout: incoming money, less other payouts and carried money. */
function totalsOf(
  amount: bigint,
  chain: readonly ChainStatement[],
  byTemplate: readonly KindTotal[],
  reader: Reader,
): Total[] {
  const totalOf = (kind: MovementKind, won: bigint, count: number): Total[] =>
    won === 0n && count === 0 ? [] : [{ kind, amount: won, count, rule: say(movementWords[kind], reader) }];
  const [first, earliest] = [chain[0], chain.at(-1)];
  const others = sum(chain.map((s) => s.payout_amount)) - amount;
  const brought = earliest?.opening ?? 0n;
  const left = first?.carried ?? 0n;
  return [
    ...totalOf('CARRIED_IN', brought, brought === 0n ? 0 : 1),
    ...byTemplate.flatMap((t) => totalOf(movementOf(t.template), t.amount, t.count)),
    ...totalOf('OTHER_PAYOUTS', -others, others === 0n ? 0 : 1),
    ...totalOf('CARRIED_OUT', -left, left === 0n ? 0 : 1),
  ];
}

const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b);

/**
 * The won of a payout without an explanation: movements without a source, statements that do not join, sums that
 * differ.
 */
function unexplainedOf(
  amount: bigint,
  chain: readonly ChainStatement[],
  byTemplate: readonly KindTotal[],
  totals: readonly Total[],
): bigint {
  const joints = chain.map((s, i) => {
    const earlier = chain[i + 1];
    return earlier ? distance(s.opening, earlier.carried) : 0n;
  });
  // A chain that was followed to its end starts from zero; a chain cut off at the limit starts from the statement that
  // carried the rest.
  const start = chain.length < STATEMENTS_MAX ? distance(chain.at(-1)?.opening ?? 0n, 0n) : 0n;
  return sum([
    distance(amount, sum(totals.map((t) => t.amount))),
    distance(sum(chain.map((s) => s.movements)), sum(byTemplate.map((t) => t.amount))),
    ...chain.map((s) => distance(s.payouts, s.payout_amount)),
    ...byTemplate.map((t) => t.unexplained),
    ...joints,
    start,
  ]);
}

/** The keys of the postings behind an item: the movement's own, its payment's and its settlement's. */
function postingKeys(row: ItemRow): string[] {
  const [payment, settlement] = [paymentOf(row), settlementOf(row)];
  return [
    ...(payment ? [`payment.approved/${payment.paymentId}`] : []),
    ...(settlement ? ['pending', 'available'].map((step) => `settlement.${step}/${settlement.transactionKey}`) : []),
    row.posting_key,
  ];
}

function lineView(row: ItemRow, evidence: ReadonlyMap<string, Evidence>, reader: Reader): Line {
  const kind = movementOf(row.template);
  const { state, runState, failureCode, failureClass } = row;
  return {
    statementId: row.statement_id,
    entryId: row.entry_id.toString(),
    kind,
    amount: row.part,
    date: dateOf(row.effective_at),
    rule: say(movementWords[kind], reader),
    unexplained: row.part - row.explained,
    tranche: row.tranche,
    line: lineOf(row),
    payment: paymentOf(row),
    settlement: settlementOf(row),
    cancel: cancelOf(row),
    payout:
      row.payout_id !== null && state !== null && runState !== null
        ? {
            payoutId: row.payout_id,
            state,
            reason: payoutReason({ state, runState, failureCode, failureClass }, reader, { amount: row.part }),
          }
        : null,
    ledger: found(evidence, postingKeys(row)),
  };
}
