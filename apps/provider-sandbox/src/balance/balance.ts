import { businessDateOf, type DateText } from '@jeongsan/calendar';
import { won } from '@jeongsan/money';
import type { getBalance as contract } from '@jeongsan/provider-contract';
import { entity, type Handler } from '../api/operation.js';
import type { Sql } from '../database/sql.js';

/** The pending balance (settled, not yet paid out to the merchant) and the available one (document 2 section 2.7). */
export const getBalance: Handler<typeof contract> = async (call) => {
  const { pending, available } = await readBalance(call.sql, businessDateOf(call.now));
  // ASSUMED: a balance that cancels made negative shows as zero; the debt is worked off by the next settlements.
  const shown = (minor: bigint) => won(minor > 0n ? minor : 0n);
  return entity(call, 'balance', { pendingAmount: shown(pending), availableAmount: shown(available) });
};

export type BalanceSums = Readonly<{ pending: bigint; available: bigint }>;

/** The balance from the sums of each day, so that reading takes the same time with a million transactions. */
export async function readBalance(sql: Sql, today: DateText): Promise<BalanceSums> {
  const [sums] = await sql.rows<BalanceSums>(
    `select coalesce(sum(pay_out_amount) filter (where pending_from <= $1 and $1 < paid_out_date), 0)::bigint as pending,
       (coalesce(sum(pay_out_amount) filter (where paid_out_date <= $1), 0)
         - (select payouts_taken from merchant))::bigint as available
     from settlement_day`,
    [today],
  );
  return sums ?? { pending: 0n, available: 0n };
}

/**
 * Reads the available balance and locks it until the transaction ends, so that no other request spends the same money.
 */
export async function lockAvailable(sql: Sql, today: DateText): Promise<bigint> {
  await sql.rows('select 1 from merchant for update');
  return (await readBalance(sql, today)).available;
}

/** Subtracts an amount from the available balance; a negative amount is given back. */
export async function takeFromBalance(sql: Sql, amount: bigint): Promise<void> {
  await sql.rows('update merchant set payouts_taken = payouts_taken + $1', [amount]);
}
