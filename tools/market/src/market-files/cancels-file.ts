import { AMOUNT_MAX, emptyOr, identifier, instant, Misfit, oneOf, text, wholeNumber, wonFrom } from './column.js';
import { reportRepeats, type Table } from './csv-table.js';
import type { FileProblem } from './market-files-invalid.js';
import { paidAt, SIDES, type Cancel, type LinePart, type Order } from './market.js';
import { nothingCanceled, takeCancel } from './remaining.js';

export const cancelColumns = {
  cancelId: identifier(1, 64),
  orderId: identifier(6, 64),
  canceledAt: instant,
  reason: text(200),
  amount: emptyOr(wonFrom(1n)),
  lineId: emptyOr(identifier(1, 40)),
  side: oneOf(SIDES),
  quantity: emptyOr(wholeNumber(1, 9_999)),
  allocatedTo: emptyOr(readParts),
};

/** Parses parts of lines: L2=3000, or L2=3000+L1=500. */
export const writeParts = (parts: readonly LinePart[] | undefined): string =>
  (parts ?? []).map(({ lineId, amount }) => `${lineId}=${amount}`).join('+');

function readParts(cell: string): readonly LinePart[] {
  const parts = cell.split('+').flatMap((part): LinePart[] => {
    const [, lineId, amount] = /^([A-Za-z0-9_-]{1,40})=([1-9]\d{0,8})$/.exec(part) ?? [];
    return lineId === undefined || amount === undefined ? [] : [{ lineId, amount: BigInt(amount) }];
  });
  const lineIds = new Set(parts.map(({ lineId }) => lineId));
  if (lineIds.size === cell.split('+').length) return parts;
  throw new Misfit(`"${cell}" is not like L2=3000 or L2=3000+L1=500, each line once, with 1 to ${AMOUNT_MAX} won`);
}

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
  const allocated = new Set<string>();
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
    const misfit = misfitOf(order, cancel) ?? (allocated.has(cancel.orderId) ? AFTER_ALLOCATED : undefined);
    if (misfit !== undefined) {
      refuse(misfit.column, misfit.reason);
      continue;
    }
    const reason = takeCancel(remaining, cancel);
    if (reason !== undefined) {
      refuse(cancel.lineId !== undefined && !remaining.has(cancel.lineId) ? 'lineId' : columnOf(cancel), reason);
    }
    if (cancel.allocatedTo !== undefined) allocated.add(cancel.orderId);
    cancels.push(cancel);
  }
  return cancels;
}

const columnOf = ({ quantity, allocatedTo }: Cancel): string =>
  quantity !== undefined ? 'quantity' : allocatedTo !== undefined ? 'allocatedTo' : 'amount';

/** An operator allocates on the next day: a cancel in between would still find the lines that were assumed. */
const AFTER_ALLOCATED = {
  column: 'orderId',
  reason: 'has an earlier cancel with allocatedTo, which must be the last one',
};

/** Why a cancel does not fit the way in which its order was paid; undefined when the cancel fits. */
function misfitOf(order: Order, cancel: Cancel): Readonly<{ column: string; reason: string }> | undefined {
  if (cancel.side === 'PROVIDER' && cancel.lineId !== undefined && order.lines.length > 1) {
    return { column: 'lineId', reason: 'is named, but the provider knows no lines' };
  }
  if (cancel.quantity !== undefined) {
    if (cancel.lineId === undefined || cancel.amount !== undefined) {
      return { column: 'quantity', reason: 'is for a cancel with a line and without an amount' };
    }
    if (cancel.side === 'PROVIDER') return { column: 'quantity', reason: 'is there, but the provider knows no units' };
  }
  if (cancel.allocatedTo !== undefined && (cancel.amount === undefined || cancel.lineId !== undefined)) {
    return { column: 'allocatedTo', reason: 'is for a cancel with an amount and without a line' };
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
