import { Readable } from 'node:stream';
import { enqueueAll, type Executor, transaction } from '@jeongsan/database';
import { type FileAnswerContent, Refusal } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import type { DocumentFormat, DocumentLanguage, MailFailure } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { readMonth } from '../month-statements/read-month.js';
import { writeMonth } from '../month-statements/write-month.js';
import { readStatement } from '../read-statement/read-statement.js';
import { writeStatement } from '../write-statement/write-statement.js';
import { type Recipient, recipientOf } from './contact.js';
import { mailJob } from './mail-job.js';
import { type MailFacts, mailText } from './mail-words.js';
import type { Mailer } from './mailer.js';

/** A mail server that is away this often, over about a day of the queue's pauses, is not tried again. */
const ATTEMPTS_MAX = 12;
/** An e-mail that another process took longer ago than this is taken over. */
const CLAIM_MINUTES = 10;
const FIRST_PERMANENT_STATUS = 500;

type Claimed = Readonly<{ id: string; sellerId: string; format: DocumentFormat; attempts: number }> &
  Readonly<{ statementId: string; month: null } | { statementId: null; month: string }>;

const CLAIM = statement(`
  update payouts.statement_mail set claimed_at = :now, attempts = attempts + 1
   where id = :id and state = 'unsent' and (claimed_at is null or claimed_at < :now::timestamptz - make_interval(mins => :minutes))
  returning id, seller_id as "sellerId", statement_id as "statementId", to_char(month, 'YYYY-MM') as month, format, attempts`);

/** An e-mail that is not sent and that this process did not get. */
const HELD = statement(`
  select coalesce(claimed_at + make_interval(mins => :minutes), :now) as "freeAt" from payouts.statement_mail
   where id = :id and state = 'unsent'`);

/** Not for a mail server that was asked: only its answers count as attempts. */
const RELEASE = `update payouts.statement_mail set claimed_at = null, attempts = attempts - 1 where id = $1`;

/**
 * Sends one e-mail. A process that dies before our record of the mail server's answer leaves the e-mail to the next try of the job,
 * ten minutes later: it may be sent twice, with the same Message-ID. Throws when the mail server is away or the document cannot be
 * written, so that the queue tries again later.
 */
export async function sendMail(
  db: DataSource,
  seal: DataSeal,
  mailer: Mailer,
  id: string,
  now: () => Date,
): Promise<void> {
  const [mail] = await CLAIM.rows<Claimed>(db, { id, now: now(), minutes: CLAIM_MINUTES });
  if (!mail) return tryWhenFree(db, id, now());
  const outcome = await attempt(db, seal, mailer, mail).catch(async (error: unknown) => {
    await db.query(RELEASE, [id]);
    throw error;
  });
  if (outcome === 'sent')
    await db.query(`update payouts.statement_mail set state = 'sent', sent_at = $2 where id = $1`, [id, now()]);
  else if (!(outcome instanceof NotTaken)) await failed(db, id, outcome, now());
  else if (mail.attempts >= ATTEMPTS_MAX) await failed(db, id, 'SERVER_AWAY', now());
  else {
    await db.query('update payouts.statement_mail set claimed_at = null where id = $1', [id]);
    throw new Error(`The mail server did not take e-mail ${id} (${outcome.cause}): attempt ${mail.attempts}`);
  }
}

/** Another process sends the e-mail, or has died in the middle: the next try tells. */
async function tryWhenFree(db: DataSource, id: string, now: Date): Promise<void> {
  const [held] = await HELD.rows<{ freeAt: Date }>(db, { id, now, minutes: CLAIM_MINUTES });
  if (!held) return;
  await transaction(db, (tx) => enqueueAll(tx, 'statement-mail.send', [{ ...mailJob(id), runAt: held.freeAt }], now));
}

async function failed(db: Executor, id: string, failure: MailFailure, now: Date): Promise<void> {
  await db.query(`update payouts.statement_mail set state = 'failed', failed_at = $2, failure = $3 where id = $1`, [
    id,
    now,
    failure,
  ]);
}

async function attempt(
  db: Executor,
  seal: DataSeal,
  mailer: Mailer,
  mail: Claimed,
): Promise<'sent' | NotTaken | MailFailure> {
  const to = await recipientOf(db, seal, mail.sellerId);
  if (!to) return 'CONTACT_MISSING';
  let content: Content;
  try {
    content = await contentOf(db, mail, to.language);
  } catch (error) {
    if (error instanceof Refusal) return 'STATEMENT_TOO_LONG';
    throw error;
  }
  return handOver(mailer, mail, to, content);
}

async function handOver(
  mailer: Mailer,
  { id }: Claimed,
  { email, language }: Recipient,
  { facts, file }: Content,
): Promise<'sent' | NotTaken | MailFailure> {
  // The document is written while the mail server takes it, and its errors would come back as the mail server's.
  let unwritten: Error | undefined;
  const content = Readable.from(
    untilError(file.bytes, (error) => {
      unwritten = error;
    }),
  );
  const attachment = { filename: file.localName ?? file.fileName, content, contentType: file.contentType };
  const messageId = `<${id}@statements.jeongsan>`;
  try {
    await mailer.send({ to: email, ...mailText(facts, language), messageId, attachments: [attachment] });
    return 'sent';
  } catch (error) {
    if (unwritten) throw unwritten;
    const fault = error as MailFault;
    return isPermanent(fault) ? 'REFUSED' : new NotTaken(causeOf(fault));
  }
}

/** The bytes; an error of theirs is told as it is, since the mail library changes the code of the one that it gets. */
async function* untilError(bytes: AsyncIterable<Uint8Array>, tell: (error: Error) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    tell(error as Error);
    throw new Error('The document could not be written');
  }
}

/** The e-mail may be taken later. */
class NotTaken {
  constructor(readonly cause: string) {}
}

/** An error of nodemailer: EAUTH, ECONNECTION, ETIMEDOUT and the like, and the status with which the mail server answered. */
type MailFault = Readonly<{ name: string; code?: string; responseCode?: number }>;

/** Code and status only: the text of the error may hold the address. */
const causeOf = ({ name, code = name, responseCode }: MailFault): string =>
  responseCode === undefined ? code : `${code} ${responseCode}`;

/** The final refusal of an e-mail: a status of 5xx (RFC 5321, 4.2.1), except that of a sign-in, whose cause is the setting MAIL_URL. */
const isPermanent = ({ code, responseCode = 0 }: MailFault): boolean =>
  responseCode >= FIRST_PERMANENT_STATUS && code !== 'EAUTH';

type Content = Readonly<{ facts: MailFacts; file: FileAnswerContent }>;

async function contentOf(
  db: Executor,
  { sellerId, statementId, month, format }: Claimed,
  lang: DocumentLanguage,
): Promise<Content> {
  if (statementId !== null) {
    const { businessDate: of, payoutAmount, carried } = await readStatement(db, statementId);
    return {
      facts: { of, isMonth: false, payoutAmount, carried },
      file: await writeStatement(db, statementId, format, lang),
    };
  }
  const { payoutAmount, carried } = await readMonth(db, month, sellerId);
  return {
    facts: { of: month, isMonth: true, payoutAmount, carried },
    file: await writeMonth(db, month, sellerId, { format, lang }),
  };
}
