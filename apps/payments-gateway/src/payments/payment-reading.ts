import { inList } from '@jeongsan/database';
import { by, one, reading } from '@jeongsan/nest-kit';
import { paymentStates } from '@jeongsan/state-machines';

/** As the database allows them. */
const causes = [
  ...(['NO_ORDER', 'AMOUNT_DIFFERS', 'FOREIGN_CURRENCY', 'ORDER_PAID'] as const),
  ...(['SPLIT_MISSING', 'SPLIT_MISMATCH', 'SPLIT_REFUSED'] as const),
];

type UnallocatedRow = { because: string; payments: bigint; won: bigint; seconds: number };
type UnansweredRow = { payments: bigint; seconds: number };

/** Money of buyers that belongs to no order, and payments whose outcome is open. */
export const paymentReading = reading(
  'payments',
  [
    ...(['unallocated_payments', 'unallocated_won', 'unallocated_oldest_seconds'] as const),
    ...(['payments_unanswered', 'payment_unanswered_oldest_seconds'] as const),
  ],
  async (db, now) => {
    const rows = await db.query<UnallocatedRow[]>(
      `select coalesce(unallocated_because, 'NO_ORDER') as because, count(*) as payments,
              coalesce(sum(amount - canceled) filter (where currency = 'KRW'), 0)::bigint as won,
              greatest(0, extract(epoch from $1::timestamptz - min(coalesce(approved_at, created_at))))::float8 as seconds
         from gateway.payment where order_id is null and state in ${inList(paymentStates.kept)} group by 1`,
      [now],
    );
    const [unanswered] = await db.query<UnansweredRow[]>(
      `select count(*) as payments,
              coalesce(greatest(0, extract(epoch from $1::timestamptz - min(created_at))), 0)::float8 as seconds
         from gateway.payment where state = 'confirming'`,
      [now],
    );
    const found = new Map(rows.map((row) => [row.because, row]));
    const byCause = (of: (row: UnallocatedRow) => bigint) =>
      by(
        'because',
        causes.map((because) => {
          const row = found.get(because);
          return [because, row ? of(row) : 0n] as const;
        }),
      );
    return {
      unallocated_payments: byCause(({ payments }) => payments),
      unallocated_won: byCause(({ won }) => won),
      unallocated_oldest_seconds: one(Math.max(0, ...rows.map(({ seconds }) => seconds))),
      payments_unanswered: one(unanswered?.payments ?? 0n),
      payment_unanswered_oldest_seconds: one(unanswered?.seconds ?? 0),
    };
  },
);
