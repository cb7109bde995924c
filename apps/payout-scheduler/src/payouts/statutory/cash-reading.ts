import { businessDateOf } from '@jeongsan/calendar';
import { inList } from '@jeongsan/database';
import { by, one, reading } from '@jeongsan/nest-kit';
import { payoutRunStates, payoutStates } from '@jeongsan/state-machines';
import { latestBalance } from '../payout-store/balance-readings.js';

/** Days ahead of which deadlines are shown. */
const AHEAD = [3, 7] as const;

type OverdueRow = { lines: bigint };
type AheadRow = { days: string; lines: bigint; won: bigint };

/** Lines whose legal deadline is over, or near. */
export const deadlineReading = reading(
  'deadlines',
  ['payment_deadline_overdue_lines', 'payment_deadline_ahead_lines', 'payment_deadline_ahead_won'],
  async (db, now) => {
    const today = businessDateOf(now);
    const [overdue] = await db.query<OverdueRow[]>(
      `select count(*) as lines from payouts.payment_deadline where settled_on is null and owed > 0 and due_on < $1`,
      [today],
    );
    const ahead = await db.query<AheadRow[]>(
      `with due as (
         select due_on, count(*) as lines, sum(owed)::bigint as won from payouts.payment_deadline
          where settled_on is null and owed > 0 and due_on between $1::date and $1::date + ${Math.max(...AHEAD)} group by due_on
       )
       select a.days::text, coalesce(sum(due.lines), 0)::bigint as lines, coalesce(sum(due.won), 0)::bigint as won
         from unnest($2::int[]) as a(days) left join due on due.due_on <= $1::date + a.days group by a.days order by a.days`,
      [today, AHEAD],
    );
    return {
      payment_deadline_overdue_lines: one(overdue?.lines ?? 0n),
      payment_deadline_ahead_lines: by(
        'days',
        ahead.map(({ days, lines }) => [days, lines] as const),
      ),
      payment_deadline_ahead_won: by(
        'days',
        ahead.map(({ days, won }) => [days, won] as const),
      ),
    };
  },
);

/** The amount missing from the money that must be kept apart, on the last measured date. */
export const segregationReading = reading('segregation', ['segregation_missing_won'], async (db) => {
  const rows = await db.query<{ rule: string; missing: bigint }[]>(
    `select rule_code as rule, greatest(0, required - available - pending)::bigint as missing from payouts.segregation_day
      where business_date = (select max(business_date) from payouts.segregation_day)`,
  );
  return {
    segregation_missing_won: by(
      'rule',
      rows.map(({ rule, missing }) => [rule, missing] as const),
    ),
  };
});

/**
 * The balance at the provider less what was sent since it was read, against what waits to be sent. Payouts are read by their
 * runs: those of a run that was closed before the balance was read are in the balance.
 */
export const cashReading = reading(
  'cash',
  ['cash_free_won', 'cash_needed_won', 'cash_missing_won'],
  async (db, now) => {
    const { source, available, at } = await latestBalance(db, now);
    const [row] = await db.query<{ taken: bigint; waiting: bigint }[]>(
      `select coalesce(sum(p.amount) filter (where p.state in ${inList(payoutStates.sending)}
                        or (p.state in ${inList(payoutStates.sent)} and p.submitted_at > $1)), 0)::bigint as taken,
              coalesce(sum(p.amount) filter (where p.state = 'reserved' and r.state in ${inList(WAITING)}), 0)::bigint as waiting
         from payouts.run r join payouts.payout p on p.run_id = r.id where r.closed_at is null or r.closed_at > $1`,
      [at],
    );
    const { taken, waiting } = row ?? { taken: 0n, waiting: 0n };
    const free = source === 'LEDGER' ? available : available - taken;
    const missing = waiting > free ? waiting - free : 0n;
    return { cash_free_won: one(free), cash_needed_won: one(waiting), cash_missing_won: one(missing) };
  },
);

const WAITING = [...payoutRunStates.maySend, 'draft'] as const;
