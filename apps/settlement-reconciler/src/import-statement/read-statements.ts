import type { Executor } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import { type listBankRows, type listBankStatements, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { pageSize } from '../read-reconciliation/page-size.js';
import { STATEMENT_VIEW } from './import-statement.js';

type StatementView = Output<typeof listBankStatements>['items'][number];
type RowView = Output<typeof listBankRows>['items'][number];

const LIST = statement(`
  select ${STATEMENT_VIEW} from reconciliation.bank_statement
   where (:bankAccount::text is null or bank_account = :bankAccount) and (:after::uuid is null or id > :after) order by id limit :limit`);

export async function listStatements(
  db: Executor,
  query: Input<typeof listBankStatements>['query'],
): Promise<Output<typeof listBankStatements>> {
  const size = pageSize(query.limit);
  const { bankAccount = null, after = null } = query;
  const rows = await LIST.rows<StatementView>(db, { bankAccount, after, limit: size + 1 });
  return pageOf(rows, size, (row) => row.id);
}

const ROWS = statement(`
  select id, position, day::text, amount, currency, kind, counterparty, memo, reference from reconciliation.bank_row
   where statement_id = :statementId and position > :after order by position limit :limit`);

/** Throws BANK_STATEMENT_NOT_FOUND. */
export async function listRows(
  db: Executor,
  statementId: string,
  { after = 0, limit }: Input<typeof listBankRows>['query'],
): Promise<Output<typeof listBankRows>> {
  const known = await db.query<unknown[]>(`select from reconciliation.bank_statement where id = $1`, [statementId]);
  if (known.length === 0) throw refuse('BANK_STATEMENT_NOT_FOUND', `There is no bank statement ${statementId}`);
  const size = pageSize(limit);
  const rows = await ROWS.rows<RowView>(db, { statementId, after, limit: size + 1 });
  return pageOf(rows, size, (row) => String(row.position));
}
