import { emptyOr, identifier, instant, oneOf, text, wonFrom } from './column.js';
import { reportRepeats, type Table } from './csv-table.js';
import type { FileProblem } from './market-files-invalid.js';
import { paidAt, SIDES, type Cancel, type Order } from './market.js';
import { nothingCanceled, takeCancel } from './remaining.js';

export const cancelColumns = {
  cancelId: identifier(1, 64),
  orderId: identifier(6, 64),
  canceledAt: instant,
  reason: text(200),
  amount: emptyOr(wonFrom(1n)),
  lineId: emptyOr(identifier(1, 40)),
  side: oneOf(SIDES),
};

/** The cancels that fit, in the order of time, each tried against what the earlier ones left; the others are reported. */
export function cancelsIn(
  table: Table<typeof cancelColumns>,
  orderIds: ReadonlySet<string> | undefined,
  orders: readonly Order[],
  report: (problem: FileProblem) => void,
): Cancel[] {
  reportRepeats(table, ['cancelId'], report);
  const fitting = new Map(orders.map((order) => [order.orderId, { order, remaining: nothingCanceled(order) }]));
  const cancels: Cancel[] = [];
  for (const { line, cancel } of inOrderOfTime(table)) {
    const refuse = (column: string, reason: string) => report({ file: table.file, line, column, reason });
    const canceled = fitting.get(cancel.orderId);
    if (canceled === undefined) {
      // An order that is there and does not fit has been reported already.
      if (orderIds?.has(cancel.orderId) === false) refuse('orderId', `${cancel.orderId} is not in orders.csv`);
      continue;
    }
    const { order, remaining } = canceled;
    if (cancel.canceledAt <= order.orderedAt) {
      refuse('canceledAt', `is not after ${order.orderedAt}, when ${order.orderId} was placed`);
      continue;
    }
    const misfit = misfitOf(order, cancel);
    if (misfit !== undefined) {
      refuse(misfit.column, misfit.reason);
      continue;
    }
    const reason = takeCancel(remaining, cancel);
    if (reason !== undefined) {
      refuse(cancel.lineId !== undefined && !remaining.has(cancel.lineId) ? 'lineId' : 'amount', reason);
    }
    cancels.push(cancel);
  }
  return cancels;
}

/** Why a cancel does not fit the way in which its order was paid; undefined when the cancel fits. */
function misfitOf(order: Order, cancel: Cancel): Readonly<{ column: string; reason: string }> | undefined {
  if (cancel.side === 'PROVIDER' && cancel.lineId !== undefined && order.lines.length > 1) {
    return { column: 'lineId', reason: 'is named, but the provider knows no lines' };
  }
  const paid = paidAt(order);
  if (paid === undefined) {
    const isWhole = cancel.amount === undefined && cancel.lineId === undefined;
    return isWhole ? undefined : { column: 'amount', reason: 'an order without a deposit is canceled as a whole' };
  }
  if (cancel.canceledAt > paid) return undefined;
  return { column: 'canceledAt', reason: `is not after ${paid}, when the deposit arrived` };
}

function inOrderOfTime(table: Table<typeof cancelColumns>): { line: number; cancel: Cancel }[] {
  return table.rows
    .flatMap(({ line, values }) => (values === undefined ? [] : [{ line, cancel: values }]))
    .sort(({ cancel: a }, { cancel: b }) => (a.canceledAt < b.canceledAt ? -1 : a.canceledAt > b.canceledAt ? 1 : 0));
}
