import { addDays, type Calendar, type DateText } from '@jeongsan/calendar';
import { emit, type Executor, inList, lockUntilCommit, transaction } from '@jeongsan/database';
import { paymentStates } from '@jeongsan/state-machines';
import type { DataSource } from 'typeorm';
import { closedDays, dateLines, type Step } from './date-lines.js';
import { oweLines } from './owe-lines.js';

const LINES_PER_STEP = 2_000;
/** Days in which a payment can be booked late, after the date on which it was earned. */
const DAYS_LATE = 35;
/** Days that the first tracking looks back. */
const DAYS_AT_FIRST = 180;
/** Days before a deadline from which an alert names the line. */
const NEAR_DAYS = 3;

/**
 * Brings the deadlines of all order lines up to a date: adds lines that were paid for, dates them by the rules in force, and
 * writes what is still owed of each and why. Nothing is tracked before the operator has chosen a rule. Safe to repeat and to
 * continue after a crash. Emits one alert a date for lines that are overdue since then, and one for lines that soon will be.
 */
export async function trackDeadlines(
  db: DataSource,
  today: DateText,
  calendar: Calendar,
  now: () => Date,
  linesPerStep = LINES_PER_STEP,
): Promise<void> {
  const [choice] = await db.query<object[]>(`select from payouts.statutory_choice limit 1`);
  if (!choice) return;
  await addLines(db, today);
  const closed = closedDays(today, calendar);
  for (let step: Step | null = { afterOrder: '', afterLine: '', lines: linesPerStep }; step !== null;) {
    const at: Step = step;
    const last = await transaction(db, async (tx) => {
      await dateLines(tx, at, closed, now());
      return oweLines(tx, at, today);
    });
    step = last === null ? null : { ...at, afterOrder: last.orderId, afterLine: last.lineId };
  }
  await transaction(db, (tx) => alert(tx, today, now()));
}

/**
 * Adds the lines of payments, day by day so that no statement is long. Lines that are known stay as they are. What a line owes
 * is written once the lines of all days are added, so without such a line the first look back may have ended early.
 */
async function addLines(db: DataSource, today: DateText): Promise<void> {
  const [known] = await db.query<object[]>(
    `select from payouts.payment_deadline where cause is not null or settled_on is not null limit 1`,
  );
  const days = known ? DAYS_LATE : DAYS_AT_FIRST;
  for (let back = days; back >= 0; back -= 1) {
    await db.query(
      `insert into payouts.payment_deadline (order_id, line_id, seller_id, category, owed, tracked_on)
       select l.order_id, l.line_id, l.seller_id, l.category, l.net, $1::date
         from gateway.payment p join gateway.order_line l on l.order_id = p.order_id
        where p.earned_at >= $2::date::timestamp at time zone 'Asia/Seoul'
          and p.earned_at < ($2::date + 1)::timestamp at time zone 'Asia/Seoul'
          and p.state in ${inList(paymentStates.kept)} and l.net > 0
       on conflict do nothing`,
      [today, addDays(today, -back)],
    );
  }
}

async function alert(tx: Executor, today: DateText, now: Date): Promise<void> {
  // A choice of a rule tracks at any time, beside the daily tracking: the second one sees what the first one emitted.
  await lockUntilCommit(tx, 'alertingDeadlines');
  const dueBy = addDays(today, NEAR_DAYS);
  const [sums] = await tx.query<Record<'late' | 'lateWon' | 'near' | 'nearWon', bigint>[]>(
    `select (select count(*) from payouts.payment_deadline where breached_on = $1) as late,
            (select coalesce(sum(owed), 0)::bigint from payouts.payment_deadline where breached_on = $1) as "lateWon",
            count(*) as near, coalesce(sum(owed), 0)::bigint as "nearWon"
       from payouts.payment_deadline where settled_on is null and owed > 0 and due_on between $1 and $2`,
    [today, dueBy],
  );
  if (!sums) return;
  const entityId = `deadlines/${today}`;
  const earlier = await tx.query<{ type: string }[]>(
    `select type from messaging.event where entity_id = $1 and type in ('payment-deadline.breached', 'payment-deadline.near')`,
    [entityId],
  );
  const told = new Set(earlier.map(({ type }) => type));
  const of = (lines: bigint, amount: bigint) => ({ lines: lines.toString(), amount: amount.toString() });
  const late = { businessDate: today, ...of(sums.late, sums.lateWon) };
  const near = { businessDate: today, dueBy, ...of(sums.near, sums.nearWon) };
  if (sums.late > 0n && !told.has('payment-deadline.breached'))
    await emit(tx, 'payment-deadline.breached', [{ entityId, data: late }], now);
  if (sums.near > 0n && !told.has('payment-deadline.near'))
    await emit(tx, 'payment-deadline.near', [{ entityId, data: near }], now);
}
