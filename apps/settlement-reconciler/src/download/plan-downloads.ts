import { addDays } from '@jeongsan/calendar';
import { classesRereading } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource, EntityManager } from 'typeorm';
import type { Provider } from '../provider.js';
import type { Settings } from '../settings.js';
import type { Download } from './one-download.js';

/**
 * Days for which a difference makes the run read its days again, because the provider may be late or correct itself.
 * After that a person must ask the provider.
 */
const READ_AGAIN_DAYS = 3;
/** The most days that are read again, the newest first: wrong rows can name any number of days. */
const READ_AGAIN_LISTINGS_MAX = 20;

/** The first of these listings that the run has not read to its end. */
export async function nextDownload(
  db: DataSource,
  businessDate: string,
  sources: readonly Download['source'][],
): Promise<Download | undefined> {
  const [download] = await db.query<Download[]>(
    `select id, account, source, day, pass, cursor, pages from reconciliation.download
      where business_date = $1 and source = any($2) and not done order by id limit 1`,
    [businessDate, sources],
  );
  return download;
}

/**
 * The downloads of a run, for each account: yesterday's transactions and settlements, and once more the rows paid out today, in case one
 * was missed or came late. The days before yesterday are read again for rows that were listed late or changed. With a cycle longer than a day, rows enter the balance before their soldDate, so rows that
 * are paid out soon are read too.
 */
export async function planDownloads(
  tx: EntityManager,
  businessDate: string,
  accounts: Provider['accounts'],
  { settlementCycle, pendingDays, lookBackDays }: Settings,
): Promise<void> {
  const yesterday = addDays(businessDate, -1);
  const ahead = settlementCycle === 'DAILY' ? 0 : pendingDays;
  const names = accounts.map(({ name }) => name);
  const plan = [
    { source: 'transactions', day: yesterday },
    { source: 'settlements-sold', day: yesterday },
    ...Array.from({ length: ahead + 1 }, (_, days) => ({
      source: 'settlements-paid',
      day: addDays(businessDate, days),
    })),
    ...Array.from({ length: lookBackDays }, (_, days) => addDays(yesterday, -1 - days)).flatMap((day) => [
      { source: 'transactions', day },
      { source: 'settlements-sold', day },
    ]),
  ];
  await tx.query(
    `insert into reconciliation.download (business_date, account, source, day)
     select $1, account, source, day
       from unnest($2::text[]) with ordinality as a(account, place) cross join unnest($3::text[], $4::date[]) as p(source, day)
      order by place`,
    [businessDate, names, plan.map((p) => p.source), plan.map((p) => p.day)],
  );
  const since = addDays(businessDate, -READ_AGAIN_DAYS);
  await READ_AGAIN.rows(tx, {
    ...{ businessDate, since, listingsMax: READ_AGAIN_LISTINGS_MAX, names },
    transactionClasses: classesRereading('transactions'),
    settlementClasses: classesRereading('settlements'),
  });
}

const READ_AGAIN = statement(`
with open as (
  select class, key as subject, business_date from reconciliation.break cross join unnest(string_to_array(subject, ' ')) as key
   where resolved_at is null and business_date >= :since::date
), again as (
  select 'transactions' as source,
         coalesce((p.approved_at at time zone 'Asia/Seoul')::date, (c.canceled_at at time zone 'Asia/Seoul')::date,
                  t.business_date, s.occurred_on) as day
    from open b
    left join gateway.payment p on p.transaction_key = b.subject
    left join gateway.cancel c on c.transaction_key = b.subject
    left join reconciliation.transaction t on t.transaction_key = b.subject
    left join reconciliation.settlement s on s.transaction_key = b.subject
   where b.class = any(:transactionClasses::text[])
  union
  select 'settlements-sold', coalesce(s.sold_date, b.business_date - 1)
    from open b left join reconciliation.settlement s on s.transaction_key = b.subject
   where b.class = any(:settlementClasses::text[])
)
insert into reconciliation.download (business_date, account, source, day)
select :businessDate::date, account, source, day
  from (select source, day from again where day < :businessDate::date order by day desc limit :listingsMax::int) listing
 cross join unnest(:names::text[]) with ordinality as a(account, place)
 order by day desc, place
on conflict do nothing`);
