import { Readable } from 'node:stream';
import type { Executor } from '@jeongsan/database';
import { type FileAnswerContent, Refusal } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import type { DocumentFormat, DocumentLanguage, MailFailure } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { readMonth } from '../month-statements/read-month.js';
import { writeMonth } from '../month-statements/write-month.js';
import { readStatement } from '../read-statement/read-statement.js';
import { writeStatement } from '../write-statement/write-statement.js';
import { recipientOf } from './contact.js';
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

/**
 * Sends one e-mail. A process that dies between the mail server's answer and our record sends it twice; both carry the same
 * Message-ID. Throws when the mail server is away, so that the queue tries again later.
 */
export async function sendMail(
  db: Executor,
  seal: DataSeal,
  mailer: Mailer,
  id: string,
  now: () => Date,
): Promise<void> {
  const [mail] = await CLAIM.rows<Claimed>(db, { id, now: now(), minutes: CLAIM_MINUTES });
  if (!mail) return;
  const outcome = await attempt(db, seal, mailer, mail);
  if (outcome === 'sent')
    await db.query(`update payouts.statement_mail set state = 'sent', sent_at = $2 where id = $1`, [id, now()]);
  else if (!(outcome instanceof NotTaken)) await failed(db, id, outcome, now());
  else if (mail.attempts >= ATTEMPTS_MAX) await failed(db, id, 'SERVER_AWAY', now());
  else {
    await db.query('update payouts.statement_mail set claimed_at = null where id = $1', [id]);
    throw new Error(`The mail server did not take e-mail ${id} (${outcome.cause}): attempt ${mail.attempts}`);
  }
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
  try {
    const { facts, file } = await contentOf(db, mail, to.language);
    const content = Readable.from(file.bytes);
    const attachment = { filename: file.localName ?? file.fileName, content, contentType: file.contentType };
    const messageId = `<${mail.id}@statements.jeongsan>`;
    await mailer.send({ to: to.email, ...mailText(facts, to.language), messageId, attachments: [attachment] });
    return 'sent';
  } catch (error) {
    if (error instanceof Refusal) return 'STATEMENT_TOO_LONG';
    const fault = error as MailFault;
    return isPermanent(fault) ? 'REFUSED' : new NotTaken(causeOf(fault));
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

async function contentOf(
  db: Executor,
  { sellerId, statementId, month, format }: Claimed,
  lang: DocumentLanguage,
): Promise<Readonly<{ facts: MailFacts; file: FileAnswerContent }>> {
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
