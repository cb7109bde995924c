import { by, one, reading } from '@jeongsan/nest-kit';
import { inList } from '@jeongsan/database';
import { payoutMachine, payoutStates, type PayoutState } from '@jeongsan/state-machines';

/** Payouts are sent within a day or two of their draft: older ones that have ended say nothing about today. */
const DRAFTED_WITHIN = `interval '48 hours'`;

type Row = { state: PayoutState; payouts: bigint; won: bigint };
type OpenRow = Row & { unknown_seconds: number };

/** States without a payout show 0, so that a panel and a rate have a beginning. */
const byState = (states: readonly PayoutState[], rows: readonly Row[], of: (row: Row) => bigint) => {
  const found = new Map(rows.map((row) => [row.state, of(row)]));
  return by(
    'state',
    states.map((state) => [state, found.get(state) ?? 0n] as const),
  );
};

export const payoutReading = reading(
  'payouts',
  ['payouts_open', 'payouts_open_won', 'payout_unknown_oldest_seconds', 'payouts_drafted', 'payouts_drafted_won'],
  async (db, now) => {
    const open = await db.query<OpenRow[]>(
      `select state, count(*) as payouts, sum(amount)::bigint as won,
              greatest(0, extract(epoch from $1::timestamptz
                - min(coalesce(submitted_at, created_at)) filter (where state = 'unknown')))::float8 as unknown_seconds
         from payouts.payout where state in ${inList(payoutStates.open)} group by state`,
      [now],
    );
    const drafted = await db.query<Row[]>(
      `select state, count(*) as payouts, sum(amount)::bigint as won from payouts.payout
        where created_at > $1::timestamptz - ${DRAFTED_WITHIN} group by state`,
      [now],
    );
    const unknown = open.find(({ state }) => state === 'unknown');
    return {
      payouts_open: byState(payoutStates.open, open, ({ payouts }) => payouts),
      payouts_open_won: byState(payoutStates.open, open, ({ won }) => won),
      payout_unknown_oldest_seconds: one(unknown?.unknown_seconds ?? 0),
      payouts_drafted: byState(allStates, drafted, ({ payouts }) => payouts),
      payouts_drafted_won: byState(allStates, drafted, ({ won }) => won),
    };
  },
);

const allStates = payoutMachine.states;
