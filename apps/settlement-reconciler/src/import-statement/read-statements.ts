import { type Executor, filteredList, fromDate, is, pageSize, toDate } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import { type listBankRows, type listBankStatements, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { STATEMENT_VIEW } from './import-statement.js';

type StatementView = Output<typeof listBankStatements>['items'][number];
type RowView = Output<typeof listBankRows>['items'][number];

const STATEMENTS = filteredList({
  from: 'reconciliation.bank_statement',
  columns: STATEMENT_VIEW,
  order: [
    { column: 'uploaded_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: { bankAccount: is('x.bank_account') },
  checks: { from: fromDate('x.from_day'), to: toDate('x.to_day') },
});

/** Statements of bank accounts, the latest uploaded first. */
export const listStatements = (
  db: Executor,
  query: Input<typeof listBankStatements>['query'],
): Promise<Output<typeof listBankStatements>> => STATEMENTS.page<StatementView>(db, query);

/** One statement of a bank account. Throws BANK_STATEMENT_NOT_FOUND. */
export async function readStatement(db: Executor, statementId: string): Promise<StatementView> {
  const [found] = await db.query<StatementView[]>(
    `select ${STATEMENT_VIEW} from reconciliation.bank_statement where id = $1`,
    [statementId],
  );
  if (!found) throw refuse('BANK_STATEMENT_NOT_FOUND', `There is no bank statement ${statementId}`);
  return found;
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
  await readStatement(db, statementId);
  const size = pageSize(limit);
  const rows = await ROWS.rows<RowView>(db, { statementId, after, limit: size + 1 });
  return pageOf(rows, size, (row) => String(row.position));
}
