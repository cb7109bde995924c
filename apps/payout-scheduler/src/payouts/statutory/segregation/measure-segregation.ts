import { businessDateOf, type DateText } from '@jeongsan/calendar';
import { emit, type Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import { latestBalance } from '../../payout-store/balance-readings.js';

const MEASURE = statement(`
  with owed as (
    select greatest(0, -coalesce(sum(balance), 0))::bigint as base from ledger.account
     where code > 'seller:' and code < 'seller;' and currency = 'KRW'
       and (code like '%:pending' or code like '%:payable' or code like '%:reserved' or code like '%:reserve')
  ), rule as (
    select distinct on (code) code, rate, standing from payouts.segregation_rule
     where effective_from <= :date order by code, effective_from desc
  )
  insert into payouts.segregation_day (business_date, rule_code, rate, base, required, available, pending, taken_at)
  select :date, r.code, r.rate, o.base, ceil(o.base::numeric * r.rate / 100000)::bigint, :available, :pending, :now
    from rule r cross join owed o where r.rate > 0
  on conflict do nothing
  returning rule_code as rule, required, greatest(0, required - available - pending) as missing,
            (select rule.standing from rule where rule.code = rule_code) as standing`);

type Measured = { rule: string; required: bigint; missing: bigint; standing: string };

/**
 * Stores the amount that each rule requires to be kept apart on a date, and the balance at the provider at that time. The base
 * is everything owed to sellers; what sellers owe is not set off. The first measurement of a date stays; a date that is over is not
 * measured, because its balance cannot be read afterwards. Emits
 * `segregation.short` for a rule in force whose amount the balance does not reach.
 */
export async function measureSegregation(tx: Executor, date: DateText, now: Date): Promise<void> {
  if (businessDateOf(now) !== date) return;
  const { available, pending } = await latestBalance(tx, now);
  const rows = await MEASURE.rows<Measured>(tx, {
    date,
    now,
    available: available.toString(),
    pending: pending.toString(),
  });
  const short = rows.filter(({ missing, standing }) => missing > 0n && standing === 'in_force');
  await emit(
    tx,
    'segregation.short',
    short.map(({ rule, required, missing }) => ({
      entityId: `segregation/${rule}`,
      data: { businessDate: date, rule, required: required.toString(), missing: missing.toString() },
    })),
    now,
  );
}
