import { businessDateOf } from '@jeongsan/calendar';
import { type Executor, inList } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type explainOrder as contract, refuse } from '@jeongsan/platform-contract';
import { movementWords, type Reader, say, netOf } from '@jeongsan/settlement';
import { paymentStates } from '@jeongsan/state-machines';
import { found, ledgerEvidence } from '../ledger-evidence.js';
import {
  type CancelRow,
  cancelColumns,
  cancelOf,
  type LineRow,
  lineColumns,
  lineOf,
  type PaymentRow,
  paymentColumns,
  paymentOf,
  type SettlementRow,
  settlementColumns,
  settlementOf,
} from '../order-facts.js';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { type Pending, pendingOfOrder, waitsFor } from '../pending-lines.js';
import { runsShortOfFunds } from '../../payouts/payout-store/balance-cover.js';
import { payoutReason, reasonView, withFunds } from '../reason-views.js';
import { type StatementDates, statementDates } from '../statement-dates.js';
import { lineAdjustments } from './line-adjustments.js';
import { type MovedPart, movedParts } from './net-parts.js';
import { follow, type StatementFate, statementFates } from './statement-fates.js';

type Settlement = Output<typeof contract>;
type Line = Settlement['lines'][number];
type Part = Line['parts'][number];
type OrderRow = PaymentRow & SettlementRow & { total: bigint; paymentState: string | null };
type LineAndCancel = LineRow & CancelRow & { position: number };

/** Where each won of an order went or waits, line by line. @throws ORDER_NOT_FOUND. */
export async function explainOrder(
  db: Executor,
  orderId: string,
  query: Input<typeof contract>['query'],
  policy: Pick<PayoutPolicy, 'calendar'>,
  now: Date,
): Promise<Settlement> {
  const order = await readOrder(db, orderId);
  const rows = await readLines(db, orderId);
  const sellers = [...new Set(rows.flatMap((row) => row['line.sellerId'] ?? []))];
  const moved = await movedParts(db, orderId);
  const viewpoint: Viewpoint = {
    reader: { language: query.lang, audience: query.audience },
    today: businessDateOf(now),
    statements: await statementFates(db, firstDates(moved)),
    dates: await statementDates(db, sellers, policy.calendar),
    shortRuns: await runsShortOfFunds(db, policy.calendar, now),
  };
  const pending = await pendingOfOrder(db, orderId, now);
  const [payment, settlement] = [paymentOf(order), settlementOf(order)];
  const adjustments = await lineAdjustments(db, orderId);
  const rule = say(movementWords.TERMS_ADJUSTED, viewpoint.reader);
  const lines = linesOf(rows).map((line) => ({
    ...line,
    parts: [
      ...moved.filter((part) => part.line_id === line.lineId).map((part) => movedView(part, viewpoint)),
      ...pending.filter((one) => one.line_id === line.lineId).map((one) => pendingView(one, line.sellerId, viewpoint)),
    ],
    adjustments: adjustments
      .filter(({ lineId }) => lineId === line.lineId)
      .map(({ lineId: _line, ...adjustment }) => ({ ...adjustment, rule })),
  }));
  const keys = [
    ...(payment ? [`payment.approved/${payment.paymentId}`] : []),
    ...(settlement ? ['pending', 'available'].map((step) => `settlement.${step}/${settlement.transactionKey}`) : []),
    ...moved.map((part) => part.posting_key),
    ...adjustments.map((adjustment) => adjustment.postingKey),
  ];
  const evidence = await ledgerEvidence(db, sellers, keys);
  const unposted = adjustments.filter(({ postingKey, net }) => net !== 0n && !evidence.has(postingKey));
  return {
    orderId,
    paymentState: order.paymentState,
    paid: order.total,
    unexplained: unexplainedOf(order, lines, pending) + total(unposted.map(({ net }) => distance(net, 0n))),
    payment,
    settlement,
    lines,
    ledger: found(evidence, [...new Set(keys)]),
  };
}

async function readOrder(db: Executor, orderId: string): Promise<OrderRow> {
  const [order] = await db.query<OrderRow[]>(
    `select o.total, p.state as "paymentState", ${paymentColumns}, ${settlementColumns}
       from gateway.orders o
       left join gateway.payment p on p.order_id = o.order_id and p.state not in ${inList(paymentStates.over)}
       left join reconciliation.settlement r on r.transaction_key = p.transaction_key
      where o.order_id = $1`,
    [orderId],
  );
  if (!order) throw refuse('ORDER_NOT_FOUND', `There is no order ${orderId}`);
  return order;
}

function readLines(db: Executor, orderId: string): Promise<LineAndCancel[]> {
  return db.query<LineAndCancel[]>(
    `select o.position, ${lineColumns}, ${cancelColumns}
       from gateway.order_line o
       left join (gateway.cancel_line c join gateway.cancel k on k.id = c.cancel_id and k.state = 'done')
              on (c.order_id, c.line_id) = (o.order_id, o.line_id)
      where o.order_id = $1 order by o.position, k.canceled_at, c.cancel_id`,
    [orderId],
  );
}

type BareLine = Omit<Line, 'parts' | 'adjustments'>;

/** Groups rows, one per line and cancel, by line. */
function linesOf(rows: readonly LineAndCancel[]): BareLine[] {
  const lines = new Map<string, BareLine>();
  for (const row of rows) {
    const line = lineOf(row);
    if (!line) continue;
    const cancel = cancelOf(row);
    const cancels = [...(lines.get(line.lineId)?.cancels ?? []), ...(cancel ? [cancel] : [])];
    lines.set(line.lineId, { ...line, position: row.position, cancels });
  }
  return [...lines.values()];
}

/** For each seller the date of the first statement from which the seller's money is followed. */
function firstDates(moved: readonly MovedPart[]): Map<string, string> {
  const first = new Map<string, string>();
  for (const { seller_id: seller, business_date: date } of moved) {
    const known = first.get(seller);
    if (date !== null && (known === undefined || date < known)) first.set(seller, date);
  }
  return first;
}

type Viewpoint = Readonly<{
  reader: Reader;
  today: string;
  statements: ReadonlyMap<string, readonly StatementFate[]>;
  dates: StatementDates;
  shortRuns: ReadonlyMap<string, string | null>;
}>;

const nowhere = { maturedOn: null, statementId: null, statementDate: null, payouts: [] };

function pendingView(pending: Pending, sellerId: string, { reader, today, dates }: Viewpoint): Part {
  const { code, date } = waitsFor(pending, today);
  const { amount } = pending;
  const statementDate = date === null ? null : dates(sellerId, date < today ? today : date);
  return { ...nowhere, amount, reason: reasonView(code, reader, { date, amount }), statementDate };
}

function movedView(part: MovedPart, viewpoint: Viewpoint): Part {
  const { amount, kind, moved_on: date } = part;
  const facts = { amount, date };
  switch (kind) {
    case 'canceled':
      return { ...nowhere, amount, reason: reasonView('CANCELED', viewpoint.reader, facts) };
    case 'to_debt':
      return { ...nowhere, amount, reason: reasonView('OWED_BY_SELLER', viewpoint.reader, facts) };
    case 'from_payable':
      return { ...statedView(part, viewpoint), reason: reasonView('CANCELED', viewpoint.reader, facts) };
    case 'matured':
      return { ...statedView(part, viewpoint), maturedOn: date };
  }
}

/** Money that became payable: its statement, and the payouts of that statement. */
function statedView(
  { amount, seller_id: seller, statement_id: id, business_date }: MovedPart,
  viewpoint: Viewpoint,
): Part {
  const { reader, today, dates } = viewpoint;
  const followed = id === null ? null : follow(viewpoint.statements.get(seller) ?? [], id);
  if (!followed) {
    const date = dates(seller, today);
    return {
      ...nowhere,
      amount,
      statementDate: date,
      reason: reasonView('WAITS_FOR_STATEMENT', reader, { amount, date }),
    };
  }
  const { decisive, statement } = followed;
  const reason = decisive
    ? payoutReason(withFunds(decisive, viewpoint.shortRuns), reader, {
        amount,
        date: decisive.finishedAt && businessDateOf(decisive.finishedAt),
      })
    : reasonView(statement.holdReason ?? 'CARRIED', reader, { amount, date: dates(seller, today) });
  const payouts = followed.payouts.map(({ payoutId, amount: paid, state, finishedAt }) => ({
    payoutId,
    amount: paid,
    state,
    finishedAt,
  }));
  return { amount, maturedOn: null, reason, statementId: id, statementDate: business_date, payouts };
}

const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b);
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/**
 * The won without an explanation: the lines must add up to the payment, each line to its net and charges, its parts to
 * its net, and no line may wait without a cause.
 */
function unexplainedOf(order: OrderRow, lines: readonly Line[], pending: readonly Pending[]): bigint {
  const paid = total(lines.map((line) => line.paid));
  return total([
    distance(order.total, paid),
    order['payment.amount'] === null ? 0n : distance(order['payment.amount'], paid),
    ...pending.map((one) => (one.overdue ? distance(one.amount, 0n) : 0n)),
    ...lines.map((line) => distance(line.net, netOf(line))),
    ...lines.map((line) => distance(line.net, total(line.parts.map((part) => part.amount)))),
  ]);
}
