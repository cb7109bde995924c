import { businessDateOf } from '@jeongsan/calendar';
import type { World } from '../world.js';

const BATCH_MAX = 50_000;

/**
 * Assigns the records of earlier days their permanent positions in the two lists; a record without positions is in
 * neither. A page is found by positions alone, so a late page is as fast as the first. Returns how many records got
 * positions.
 */
export async function listSettled(world: World, until: Date): Promise<number> {
  return world.database.transaction(async (sql) => {
    const [placed] = await sql.rows<{ count: number }>(PLACE, [businessDateOf(until), BATCH_MAX]);
    return placed?.count ?? 0;
  });
}

/** Finds a record of an earlier day that has no position yet. */
export const SETTLED_TO_LIST = `select from settlement
  where sold_position is null and occurred_on < ($1::timestamptz at time zone 'Asia/Seoul')::date`;

// Rows are updated by ctid, because no other statement changes rows without a position.
const PLACE = `
  with batch as (
    select ctid as row, id, sold_date, paid_out_date, occurred_on from settlement
    where sold_position is null and occurred_on < $1 order by occurred_on, id limit $2),
  numbered as (
    select *, row_number() over (partition by sold_date, occurred_on order by id) as sold_number,
      row_number() over (partition by paid_out_date, occurred_on order by id) as paid_out_number from batch),
  placed as (
    update settlement set sold_position = coalesce(sold.records, 0) + sold_number,
      paid_out_position = coalesce(paid_out.records, 0) + paid_out_number
    from numbered
    left join settlement_listed as sold
      on sold.date_type = 'soldDate' and sold.date = numbered.sold_date and sold.occurred_on = numbered.occurred_on
    left join settlement_listed as paid_out
      on paid_out.date_type = 'paidOutDate' and paid_out.date = numbered.paid_out_date and paid_out.occurred_on = numbered.occurred_on
    where settlement.ctid = numbered.row),
  counted as (
    insert into settlement_listed (date_type, date, occurred_on, records)
    select 'soldDate', sold_date, occurred_on, count(*) from batch group by sold_date, occurred_on
    union all
    select 'paidOutDate', paid_out_date, occurred_on, count(*) from batch group by paid_out_date, occurred_on
    on conflict (date_type, date, occurred_on) do update set records = settlement_listed.records + excluded.records)
  select count(*)::int as count from batch`;
