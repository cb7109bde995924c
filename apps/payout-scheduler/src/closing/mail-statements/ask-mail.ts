import { randomUUID } from 'node:crypto';
import { businessDateOf, monthEndOf } from '@jeongsan/calendar';
import { enqueueAll, type Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { Actor } from '@jeongsan/nest-kit';
import {
  type DocumentFormat,
  type mailMonthlyStatements,
  refuse,
  type StatementMail,
} from '@jeongsan/platform-contract';
import { statementMailMachine } from '@jeongsan/state-machines';
import { statement } from '@jeongsan/sql';
import { readContact } from './contact.js';
import { mailJob } from './mail-job.js';
import { readMail } from './read-mails.js';

type Asked = Readonly<{ format: DocumentFormat; by: Actor; now: Date }>;

const send = (tx: Executor, mailIds: readonly string[], now: Date): Promise<void> =>
  enqueueAll(tx, 'statement-mail.send', mailIds.map(mailJob), now);

const ONE = statement(`
  insert into payouts.statement_mail (id, seller_id, statement_id, format, state, asked_by, asked_at)
  values (:id, :sellerId, :statementId, :format, 'unsent', :by, :now)
  on conflict (statement_id) do nothing returning id`);

/** Asks for a statement's e-mail; one that was asked for before stays. @throws STATEMENT_NOT_FOUND, STATEMENT_CONTACT_NOT_FOUND */
export async function askMail(tx: Executor, statementId: string, { format, by, now }: Asked): Promise<StatementMail> {
  const [found] = await tx.query<{ sellerId: string }[]>(
    'select seller_id as "sellerId" from payouts.statement where id = $1',
    [statementId],
  );
  if (!found) throw refuse('STATEMENT_NOT_FOUND', `There is no statement ${statementId}`);
  await readContact(tx, found.sellerId);
  const [made] = await ONE.rows<{ id: string }>(tx, {
    id: randomUUID(),
    sellerId: found.sellerId,
    statementId,
    format,
    by,
    now,
  });
  if (made) await send(tx, [made.id], now);
  return readMail(tx, { statementId });
}

const MANY = statement(`
  with seller as (
    select distinct seller_id from payouts.statement
     where business_date between :first::date and :last::date and (:sellerIds::text[] is null or seller_id = any(:sellerIds))
  ), made as (
    insert into payouts.statement_mail (id, seller_id, month, format, state, asked_by, asked_at)
    select gen_random_uuid(), seller_id, :first::date, :format, 'unsent', :by, :now
      from seller join payouts.statement_contact using (seller_id)
    on conflict (seller_id, month) where month is not null do nothing
    returning id
  )
  select coalesce((select array_agg(id) from made), '{}') as ids,
         (select count(*) from seller)::int as sellers,
         (select count(*) from seller join payouts.statement_contact using (seller_id))::int as reachable`);

type Bulk = Output<typeof mailMonthlyStatements>;

/** Asks for the monthly statements of all sellers, or of some, that have an address. @throws STATEMENT_MONTH_OPEN */
export async function askMonthlyMails(
  tx: Executor,
  month: string,
  sellerIds: readonly string[] | undefined,
  { format, by, now }: Asked,
): Promise<Bulk> {
  const first = `${month}-01`;
  const last = monthEndOf(first);
  if (businessDateOf(now) <= last)
    throw refuse('STATEMENT_MONTH_OPEN', `${month} is not over: more statements can follow`);
  const [found] = await MANY.rows<{ ids: string[]; sellers: number; reachable: number }>(tx, {
    first,
    last,
    sellerIds: sellerIds ?? null,
    format,
    by,
    now,
  });
  const { ids, sellers, reachable } = found ?? { ids: [], sellers: 0, reachable: 0 };
  await send(tx, ids, now);
  return { month, asked: ids.length, alreadyAsked: reachable - ids.length, withoutContact: sellers - reachable };
}

/** Of an e-mail that is not sent the job may have died, or a person gave it up: then nothing would ever send it. */
const AGAIN = statement(`
  update payouts.statement_mail
     set state = 'unsent', attempts = 0, claimed_at = null, problem = null, next_try_at = null, sent_at = null, failed_at = null, failure = null, asked_by = :by, asked_at = :now
   where id = :id
     and (state = any(:from::text[])
          or not exists (select from messaging.outbox where dedupe_key = :jobKey and done_at is null and dead_at is null))
  returning id`);

/** Sends an e-mail again. @throws STATEMENT_MAIL_NOT_FOUND, STATEMENT_MAIL_STATE while a job is to send it */
export async function askAgain(tx: Executor, id: string, by: Actor, now: Date): Promise<StatementMail> {
  const from = statementMailMachine.states.filter(
    (state) => statementMailMachine.classify(state, 'again').kind === 'move',
  );
  const [moved] = await AGAIN.rows<{ id: string }>(tx, { id, from, by, now, jobKey: mailJob(id).dedupeKey });
  const mail = await readMail(tx, { id });
  if (!moved) throw refuse('STATEMENT_MAIL_STATE', `E-mail ${id} is ${mail.state}: it is on its way`);
  await send(tx, [id], now);
  return mail;
}
