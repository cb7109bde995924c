import { transaction } from '@jeongsan/database';
import { inKnownYears, refuse } from '@jeongsan/platform-contract';
import { autoConfirmation, type LineEvents } from '@jeongsan/settlement';
import { manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import { paymentStates } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import type { Gateway } from '../../gateway.js';
import { startSets, startsOf, startValues, WRITE_STARTS, type LineStart } from '../line-starts.js';
import { findPaymentOfOrder, lockPayment } from '../../payments/payment-record.js';
import { readOrder, type OrderView } from '../read-order/read-order.js';
import { readStartableLines, type RecordedLine } from '../startable-lines.js';

/**
 * A delivery or a confirmation of order lines, with its time. Without line ids the event holds for all lines that do
 * not have it yet.
 */
export type StartEventReport = Readonly<{
  orderId: string;
  event: 'delivered' | 'confirmed';
  at: Date;
  lineIds?: readonly string[] | undefined;
}>;

/**
 * Records a delivery or a buyer's confirmation, and computes the dates of the lines whose terms start with that event.
 * A repeat changes nothing, and the order in which events arrive changes no date. A confirmation after the automatic
 * one is recorded without effect.
 */
export async function recordStartEvent(gateway: Gateway, report: StartEventReport): Promise<OrderView> {
  if (report.at > gateway.now()) {
    throw refuse('START_EVENT_IN_FUTURE', `Order ${report.orderId} cannot have been ${report.event} in the future`);
  }
  const calendar = await gateway.calendar();
  await transaction(gateway.db, async (tx) => {
    const lines = await lockPaidLines(tx, report);
    const fresh = freshLines(lines, report);
    if (fresh.length === 0) return;
    const after = fresh.map((line) => ({ ...line, events: eventsAfter(line, report) }));
    await writeEvents(tx, report, after);
    const started = inKnownYears(() => startsOf(after, calendar));
    await writeStarts(
      tx,
      report.orderId,
      started.filter((start) => isEarlier(start, lines)),
    );
  });
  return readOrder(gateway, report.orderId);
}

/** The lines of a paid order. The lock on the payment keeps them unchanged. */
async function lockPaidLines(tx: EntityManager, { orderId, event, at }: StartEventReport): Promise<RecordedLine[]> {
  const payment = await findPaymentOfOrder(tx, orderId);
  if (!payment || paymentStates.over.includes(payment.state)) {
    const [order] = await tx.query<unknown[]>('select from gateway.orders where order_id = $1', [orderId]);
    if (!order) throw refuse('ORDER_NOT_FOUND', `Order ${orderId} was never registered`);
    throw refuse('ORDER_NOT_PAID', `Order ${orderId} is not paid: it cannot have been ${event}`);
  }
  const { state } = await lockPayment(tx, payment.id);
  const lines = await readStartableLines(tx, payment.id);
  const paidAt = lines[0]?.events.paidAt ?? null;
  if (paidAt === null || !paymentStates.paid.includes(state)) {
    throw refuse('ORDER_NOT_PAID', `Order ${orderId} is not paid: it cannot have been ${event}`);
  }
  if (at < paidAt) {
    throw refuse('START_EVENT_BEFORE_PAYMENT', `Order ${orderId} was paid after it is said to have been ${event}`);
  }
  return lines;
}

/** The lines that do not have the event yet. */
function freshLines(lines: readonly RecordedLine[], { orderId, event, at, lineIds }: StartEventReport): RecordedLine[] {
  const known = new Set(lines.map((line) => line.lineId));
  const stranger = lineIds?.find((id) => !known.has(id));
  if (stranger !== undefined) throw refuse('ORDER_LINE_UNKNOWN', `Order ${orderId} has no line ${stranger}`);
  const named = lineIds ? lines.filter((line) => lineIds.includes(line.lineId)) : lines;
  const fresh = named.filter((line) => knownAt(line, event) === null);
  const isRepeat = (line: RecordedLine) => knownAt(line, event)?.getTime() === at.getTime();
  const others = named.filter((line) => !fresh.includes(line) && !isRepeat(line));
  const isConflict = lineIds ? others.length > 0 : fresh.length === 0 && others.length === lines.length;
  if (isConflict) {
    const detail = `Line ${others[0]?.lineId} of order ${orderId} was ${event} at another time: the recorded time stays`;
    throw refuse('START_EVENT_CONFLICT', detail);
  }
  return fresh;
}

const knownAt = ({ events }: RecordedLine, event: StartEventReport['event']): Date | null =>
  event === 'delivered' ? events.deliveredAt : events.confirmedAt;

const eventsAfter = ({ events, terms }: RecordedLine, { event, at }: StartEventReport): LineEvents =>
  event === 'delivered'
    ? { ...events, deliveredAt: at, autoConfirmsAt: autoConfirmation(at, terms) }
    : { ...events, confirmedAt: at };

const WRITE_EVENTS = statement(
  `
  update gateway.order_line l
    set delivered_at = e.delivered_at, auto_confirms_at = e.auto_confirms_at, confirmed_at = e.confirmed_at
   from :line.unnest
     as e(:line.columns)
  where l.order_id = :orderId and l.line_id = e.line_id`,
  {
    line: manyRows<RecordedLine>({
      line_id: text(({ lineId }) => lineId),
      delivered_at: timestamptz(({ events }) => events.deliveredAt),
      auto_confirms_at: timestamptz(({ events }) => events.autoConfirmsAt),
      confirmed_at: timestamptz(({ events }) => events.confirmedAt),
    }),
  },
);

async function writeEvents(
  tx: EntityManager,
  { orderId }: StartEventReport,
  lines: readonly RecordedLine[],
): Promise<void> {
  await WRITE_EVENTS.rows(tx, { orderId, line: lines });
}

function isEarlier(start: LineStart, lines: readonly RecordedLine[]): boolean {
  const before = lines.find((line) => line.lineId === start.lineId)?.waitsFrom ?? null;
  return before === null || start.waitsFrom < before;
}

const WRITE_STARTS_ALONE = statement(`with ${WRITE_STARTS} select`, startSets);

async function writeStarts(tx: EntityManager, orderId: string, starts: readonly LineStart[]): Promise<void> {
  if (starts.length === 0) return;
  await WRITE_STARTS_ALONE.rows(tx, startValues(orderId, starts));
}
