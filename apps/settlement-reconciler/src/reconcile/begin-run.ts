import { addDays } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { Download } from '../download/download.js';
import type { Provider } from '../provider.js';
import type { Settings } from '../settings.js';

export type RunState = 'downloading' | 'matching' | 'posting' | 'done';

/**
 * Days for which a difference makes the run read its days again, because the provider may be late or correct itself.
 * After that a person must ask the provider.
 */
const READ_AGAIN_DAYS = 3;
/** The most days that are read again, the newest first: wrong rows can name any number of days. */
const READ_AGAIN_LISTINGS_MAX = 20;

/** Finds the run of a date, or creates it with the list of downloads to make. */
export async function beginRun(
  db: DataSource,
  businessDate: string,
  accounts: Provider['accounts'],
  settings: Settings,
  now: Date,
): Promise<RunState> {
  return transaction(db, async (tx) => {
    const begun = await tx.query<unknown[]>(
      `insert into reconciliation.run (business_date, state, started_at) values ($1, 'downloading', $2) on conflict do nothing
       returning business_date`,
      [businessDate, now],
    );
    if (begun.length > 0) await planDownloads(tx, businessDate, accounts, settings);
    return lockRun(tx, businessDate);
  });
}

/** Locks the run's row until the transaction ends and returns its state. */
export async function lockRun(tx: EntityManager, businessDate: string): Promise<RunState> {
  const [run] = await tx.query<{ state: RunState }[]>(
    `select state from reconciliation.run where business_date = $1 for update`,
    [businessDate],
  );
  if (!run) throw new Error(`No run of ${businessDate} has begun`);
  return run.state;
}

/** Dates before `businessDate` whose run has started and not finished, oldest first. */
export async function unfinishedBefore(db: DataSource, businessDate: string): Promise<string[]> {
  const runs = await db.query<{ business_date: string }[]>(
    `select business_date from reconciliation.run where state <> 'done' and business_date < $1 order by business_date`,
    [businessDate],
  );
  return runs.map((run) => run.business_date);
}

/** The first listing that the run has not read to its end. */
export async function nextDownload(db: DataSource, businessDate: string): Promise<Download | undefined> {
  const [download] = await db.query<Download[]>(
    `select id, account, source, day, pass, cursor from reconciliation.download where business_date = $1 and not done order by id limit 1`,
    [businessDate],
  );
  return download;
}

/**
 * The downloads of a run, for each account: yesterday's transactions and settlements, and once more the rows paid out today, in case one
 * was missed or came late. With a cycle longer than a day, rows enter the balance before their soldDate, so rows that
 * are paid out soon are read too.
 */
async function planDownloads(
  tx: EntityManager,
  businessDate: string,
  accounts: Provider['accounts'],
  { settlementCycle, pendingDays }: Settings,
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
  ];
  await tx.query(
    `insert into reconciliation.download (business_date, account, source, day)
     select $1, account, source, day
       from unnest($2::text[]) with ordinality as a(account, place) cross join unnest($3::text[], $4::date[]) as p(source, day)
      order by place`,
    [businessDate, names, plan.map((p) => p.source), plan.map((p) => p.day)],
  );
  const since = addDays(businessDate, -READ_AGAIN_DAYS);
  await tx.query(readAgain, [businessDate, since, READ_AGAIN_LISTINGS_MAX, names]);
}

const readAgain = `
with open as (
  select class, subject, business_date from reconciliation.break where resolved_at is null and business_date >= $2::date
), again as (
  select 'transactions' as source,
         coalesce((p.approved_at at time zone 'Asia/Seoul')::date, (c.canceled_at at time zone 'Asia/Seoul')::date,
                  t.business_date, s.occurred_on) as day
    from open b
    left join gateway.payment p on p.transaction_key = b.subject
    left join gateway.cancel c on c.transaction_key = b.subject
    left join reconciliation.transaction t on t.transaction_key = b.subject
    left join reconciliation.settlement s on s.transaction_key = b.subject
   where b.class in ('MISSING_TRANSACTION', 'UNKNOWN_TRANSACTION', 'TRANSACTION_AMOUNT', 'UNKNOWN_SETTLEMENT')
  union
  select 'settlements-sold', coalesce(s.sold_date, b.business_date - 1)
    from open b left join reconciliation.settlement s on s.transaction_key = b.subject
   where b.class in ('MISSING_SETTLEMENT', 'UNKNOWN_SETTLEMENT', 'SETTLEMENT_AMOUNT', 'SETTLEMENT_ARITHMETIC', 'SETTLEMENT_CHANGED')
)
insert into reconciliation.download (business_date, account, source, day)
select $1::date, account, source, day
  from (select source, day from again where day < $1::date order by day desc limit $3) listing
 cross join unnest($4::text[]) with ordinality as a(account, place)
 order by day desc, place
on conflict do nothing`;
