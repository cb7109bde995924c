import { type Executor, filteredList, fromDay, is, toDay } from '@jeongsan/database';
import { type Input, type Output } from '@jeongsan/http-contract';
import { type listStatementMails, refuse, type StatementMail } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

const COLUMNS = `id, seller_id as "sellerId", statement_id as "statementId", to_char(month, 'YYYY-MM') as month, format, state,
  asked_by as "askedBy", asked_at as "askedAt", attempts, problem, next_try_at as "nextTryAt", sent_at as "sentAt", failed_at as "failedAt", failure`;

const ONE = statement(`
  select ${COLUMNS} from payouts.statement_mail where id = :id::uuid or statement_id = :statementId::uuid`);

/** @throws STATEMENT_MAIL_NOT_FOUND */
export async function readMail(
  db: Executor,
  which: Readonly<{ id: string } | { statementId: string }>,
): Promise<StatementMail> {
  const [mail] = await ONE.rows<StatementMail>(db, { id: null, statementId: null, ...which });
  if (!mail) throw refuse('STATEMENT_MAIL_NOT_FOUND', `There is no e-mail ${'id' in which ? which.id : ''}`);
  return mail;
}

const MAILS = filteredList({
  from: 'payouts.statement_mail',
  columns: COLUMNS,
  order: [
    { column: 'asked_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: {
    sellerId: is('x.seller_id'),
    month: is('x.month', 'date'),
    // Most e-mails are sent, and those that are not have an index.
    state: is('x.state'),
    from: fromDay('x.asked_at'),
    to: toDay('x.asked_at'),
  },
  checks: {},
});

/** E-mails of statements, newest first. */
export const readMails = (
  db: Executor,
  { month, ...query }: Input<typeof listStatementMails>['query'],
): Promise<Output<typeof listStatementMails>> =>
  MAILS.page<StatementMail>(db, { ...query, month: month && `${month}-01` });
