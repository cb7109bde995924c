import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
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

/** The pauses between so many attempts add up to a day. */
const ATTEMPTS_MAX = 19;
/**
 * From an attempt to the next. Of its own pauses, since those of a job end after minutes, and a server that does not know a sender
 * yet wants an e-mail again after some minutes, one that is away after half an hour (RFC 5321, 4.5.4.1).
 */
const pauseMinutes = (attempt: number): number => Math.min(2 ** (attempt - 1), 120);
/** An e-mail that another process took longer ago than this is taken over. */
const CLAIM_MINUTES = 10;
const FIRST_PERMANENT_STATUS = 500;

const log = new Logger('StatementMail');

type Claimed = Readonly<{ id: string; sellerId: string; format: DocumentFormat; attempts: number }> &
  Readonly<{ statementId: string; month: null } | { statementId: null; month: string }>;

const CLAIM = statement(`
  update payouts.statement_mail set claimed_at = :now, next_try_at = null, attempts = attempts + 1
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
 * ten minutes later: it may be sent twice, with the same Message-ID. An e-mail that the mail server does not take is tried again for a
 * day. Throws when the document cannot be written, so that the queue tries again later.
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
  if (outcome === 'sent') await db.query(SENT, [id, now()]);
  else if (!(outcome instanceof NotTaken)) await db.query(FAILED, [id, now(), outcome, null]);
  else if (outcome.isFinal || mail.attempts >= ATTEMPTS_MAX)
    await db.query(FAILED, [id, now(), outcome.isFinal ? 'REFUSED' : 'SERVER_AWAY', outcome.cause]);
  else await tryLater(db, mail, outcome, now());
}

const SENT = `update payouts.statement_mail set state = 'sent', sent_at = $2, problem = null where id = $1`;
const FAILED = `update payouts.statement_mail set state = 'failed', failed_at = $2, failure = $3, problem = $4 where id = $1`;
const LATER = 'update payouts.statement_mail set claimed_at = null, problem = $2, next_try_at = $3 where id = $1';

async function tryLater(db: DataSource, { id, attempts }: Claimed, { cause }: NotTaken, now: Date): Promise<void> {
  const at = new Date(now.getTime() + pauseMinutes(attempts) * 60_000);
  log.warn(`The mail server did not take e-mail ${id} (${cause}) at attempt ${attempts}: again at ${at.toISOString()}`);
  await transaction(db, async (tx) => {
    await tx.query(LATER, [id, cause, at]);
    await enqueueAll(tx, 'statement-mail.send', [{ ...mailJob(id), runAt: at }], now);
  });
}

/** Another process sends the e-mail, or has died in the middle: the next try tells. */
async function tryWhenFree(db: DataSource, id: string, now: Date): Promise<void> {
  const [held] = await HELD.rows<{ freeAt: Date }>(db, { id, now, minutes: CLAIM_MINUTES });
  if (!held) return;
  await transaction(db, (tx) => enqueueAll(tx, 'statement-mail.send', [{ ...mailJob(id), runAt: held.freeAt }], now));
}

type Outcome = 'sent' | NotTaken | Exclude<MailFailure, 'REFUSED' | 'SERVER_AWAY'>;

async function attempt(db: Executor, seal: DataSeal, mailer: Mailer, mail: Claimed): Promise<Outcome> {
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
): Promise<Outcome> {
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
    return notTaken(error as MailFault);
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

class NotTaken {
  constructor(
    readonly cause: string,
    readonly isFinal: boolean,
  ) {}
}

/** An error of nodemailer: EAUTH, ECONNECTION, ETIMEDOUT and the like, and the status with which the mail server answered. */
type MailFault = Readonly<{ name: string; code?: string; responseCode?: number }>;

/**
 * Code and status only: the text of the error may hold the address. A status of 5xx is final (RFC 5321, 4.2.1), except that of a
 * sign-in, whose cause is the setting MAIL_URL.
 */
function notTaken({ name, code = name, responseCode }: MailFault): NotTaken {
  if (responseCode === undefined) return new NotTaken(code, false);
  return new NotTaken(`${code} ${responseCode}`, responseCode >= FIRST_PERMANENT_STATUS && code !== 'EAUTH');
}

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
