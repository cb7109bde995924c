import { businessDateOf } from '@jeongsan/calendar';
import type { PayoutStatus } from '@jeongsan/provider-contract';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import type { ControlHandler } from './control-handler.js';

type Settled = {
  settledAmount: bigint;
  settledFees: bigint;
  settledPayOut: bigint;
  pending: bigint;
  matured: bigint;
};

/** The provider's book in won, summed from the tables themselves and not from the day sums that the balance is read from. */
export const readBook: ControlHandler<typeof contract.readBook> = async ({ sql, now }) => {
  const [moved] = await sql.rows<{ approved: bigint; canceled: bigint }>(
    `select coalesce(sum(total_amount), 0)::bigint as approved, coalesce(sum(total_amount - balance_amount), 0)::bigint as canceled
     from payment where approved_at is not null and currency = 'KRW'`,
  );
  const [settled] = await sql.rows<Settled>(SETTLED, [businessDateOf(now)]);
  const payouts = await sql.rows<{ status: PayoutStatus; count: number; amount: bigint }>(
    'select status, count(*)::int as count, sum(amount)::bigint as amount from payout group by status order by status',
  );
  const paidBySeller = await sql.rows<{ sellerId: string; refSellerId: string; count: number; amount: bigint }>(
    `select seller.id as "sellerId", seller.ref_seller_id as "refSellerId", count(*)::int as count, sum(payout.amount)::bigint as amount
     from payout join seller on seller.id = payout.destination where payout.status = 'COMPLETED' group by seller.id order by seller.id`,
  );
  const [legacy] = await sql.rows<{ taken: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as taken from sub_mall_payout where status in ('REQUESTED', 'IN_PROGRESS', 'COMPLETED')`,
  );
  const taken = payouts
    .filter(({ status }) => status === 'REQUESTED' || status === 'IN_PROGRESS' || status === 'COMPLETED')
    .reduce((sum, { amount }) => sum + amount, legacy?.taken ?? 0n);
  const { matured = 0n, ...sums } = settled ?? nothing;
  return {
    ...(moved ?? { approved: 0n, canceled: 0n }),
    ...sums,
    available: matured - taken,
    payouts,
    paidBySeller,
  };
};

const nothing: Settled = { settledAmount: 0n, settledFees: 0n, settledPayOut: 0n, pending: 0n, matured: 0n };

// Settled are the records of earlier days: those that the settlement list shows.
const SETTLED = `
  select coalesce(sum(amount) filter (where occurred_on < $1), 0)::bigint as "settledAmount",
    coalesce(sum(fee) filter (where occurred_on < $1), 0)::bigint as "settledFees",
    coalesce(sum(pay_out_amount) filter (where occurred_on < $1), 0)::bigint as "settledPayOut",
    coalesce(sum(pay_out_amount) filter (where pending_from <= $1 and $1 < paid_out_date), 0)::bigint as pending,
    coalesce(sum(pay_out_amount) filter (where paid_out_date <= $1), 0)::bigint as matured
  from settlement where currency = 'KRW'`;
