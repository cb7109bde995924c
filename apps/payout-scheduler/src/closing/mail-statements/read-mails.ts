import type { Executor } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import { type listStatementMails, refuse, type StatementMail } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { pageSize } from '../../terms/page-size.js';

const COLUMNS = `id, seller_id as "sellerId", statement_id as "statementId", to_char(month, 'YYYY-MM') as month, format, state,
  asked_by as "askedBy", asked_at as "askedAt", attempts, sent_at as "sentAt", failed_at as "failedAt", failure`;

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

const LIST = statement(`
  select ${COLUMNS} from payouts.statement_mail
   where (:state::text is null or state = :state) and (:sellerId::text is null or seller_id = :sellerId)
     and (:month::date is null or month = :month) and (:after::uuid is null or id > :after)
   order by id limit :rows`);

export async function readMails(
  db: Executor,
  query: Input<typeof listStatementMails>['query'],
): Promise<Output<typeof listStatementMails>> {
  const limit = pageSize(query.limit);
  const rows = await LIST.rows<StatementMail>(db, {
    state: query.state ?? null,
    sellerId: query.sellerId ?? null,
    month: query.month ? `${query.month}-01` : null,
    after: query.after ?? null,
    rows: limit + 1,
  });
  return pageOf(rows, limit, (row) => row.id);
}
