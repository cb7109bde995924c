import { readFile } from 'node:fs/promises';
import { wrongInBooks } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { readRedisLog } from '../stage/redis-files.js';
import type { Stage } from '../stage/stage.js';
import type { History } from '../testing/build-market.js';
import type { BookPayout } from './evidence.js';
import { sumOf } from './judge-sellers.js';

/** Checks of the whole stack: a sound ledger that matches the provider's records, and no secret where it does not belong. */
export async function judgePlatform(
  stage: Stage,
  histories: readonly History[],
  book: readonly BookPayout[],
): Promise<string[]> {
  return [...(await booksAreWrong(stage.db)), ...(await clearing(stage.db, book)), ...(await leaks(stage, histories))];
}

async function booksAreWrong(db: DataSource): Promise<string[]> {
  const wrong = await wrongInBooks(db);
  const [unposted] = await db.query<{ id: string }[]>(
    `select id from payouts.payout p where state = 'paid'
        and 1 <> (select count(*) from ledger.posting l where l.key = 'payout.paid/' || p.id) limit 1`,
  );
  return [
    ...(wrong === null ? [] : [`${wrong} (I3)`]),
    ...(unposted ? [`payout ${unposted.id} is paid and was not posted just once (I3)`] : []),
  ];
}

/** Our records of money paid by the provider match the provider's. */
async function clearing(db: DataSource, book: readonly BookPayout[]): Promise<string[]> {
  const [row] = await db.query<{ paid: bigint }[]>(
    `select coalesce(-sum(amount), 0)::bigint as paid from ledger.entry where account_code = 'provider:available'`,
  );
  const completed = sumOf(book.filter(({ status }) => status === 'COMPLETED'));
  return row?.paid === completed ? [] : [`our books have ${row?.paid} won paid out, the provider ${completed} (I8)`];
}

/** Canaries: keys, and this round's account numbers. */
async function leaks({ db, servers, secrets, logFiles }: Stage, histories: readonly History[]): Promise<string[]> {
  const accounts = histories.flatMap(({ sellers }) => sellers.map(({ accountNumber }) => accountNumber));
  const canaries = [...secrets, ...new Set(accounts)];
  const [stored] = await db.query<{ text: string }[]>(
    `select concat_ws(' ',
       (select string_agg(concat_ws(' ', data::text, trace::text, error), ' ') from messaging.outbox),
       (select string_agg(data::text, ' ') from messaging.event),
       (select string_agg(response::text, ' ') from messaging.idempotency)) as text`,
  );
  const places: [string, string][] = [
    ['outbox, events or answers', stored?.text ?? ''],
    ['Redis', (await readRedisLog(servers.folder)).toString('latin1')],
  ];
  for (const file of logFiles()) places.push([file, await readFile(file, 'utf8').catch(() => '')]);
  return places.flatMap(([place, text]) => {
    const found = canaries.filter((canary) => text.includes(canary));
    return found.length === 0 ? [] : [`${found.length} secrets were found in ${place} (I12)`];
  });
}
