import { authorOf, recordDecision } from '@jeongsan/audit';
import { type Executor, pageSize } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import { assertMayAsk, type Caller } from '@jeongsan/nest-kit';
import { type FeeTableView, type listFeeTables, type proposeFeeTable, refuse } from '@jeongsan/platform-contract';
import { bigint, int, manyRows, statement, text } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { VERSION_VIEW } from './decide-version.js';

type Asked = Input<typeof proposeFeeTable>['body'];
type Line = Asked['lines'][number];

const PROPOSE = statement(`
  insert into reconciliation.fee_table (id, account, effective_from, state, reason, proposed_by, proposed_at)
  values (:id, :account, :effectiveFrom, 'proposed', :reason, :by, :now) on conflict (id) do nothing returning id`);

const ADD_LINES = statement(
  `insert into reconciliation.fee_line (table_id, :line.columns) select :id::uuid, l.* from :line.unnest as l(:line.columns)`,
  {
    line: manyRows<Line>({
      method: text((l) => l.method),
      currency: text((l) => l.currency),
      rate: int((l) => l.rate),
      fixed: bigint((l) => l.fixed),
      rounding: text((l) => l.rounding),
      vat_mode: text((l) => l.vat),
    }),
  },
);

/** Proposes fees; a repeat with the same id changes nothing. Throws MATCHING_RULE_SECOND_PERSON_REQUIRED. */
export async function proposeFees(
  tx: EntityManager,
  id: string,
  asked: Asked,
  caller: Caller,
  now: Date,
): Promise<FeeTableView> {
  assertMayAsk(caller, 'matchingRule');
  const { account, effectiveFrom, reason, lines } = asked;
  const made = await PROPOSE.rows(tx, { id, account, effectiveFrom, reason, by: caller.actor, now });
  if (made.length > 0) {
    await ADD_LINES.rows(tx, { id, line: lines });
    const after = { account, effectiveFrom, lines: lines.map((line) => ({ ...line })), state: 'proposed' };
    await recordDecision(
      tx,
      { kind: 'fee-table.proposed', subject: id, ...authorOf(caller), reason, before: null, after },
      now,
    );
  }
  return readFees(tx, id);
}

type Row = Omit<FeeTableView, 'lines'> & { lines: (Omit<Line, 'fixed'> & { fixed: string | null })[] };

// Amounts inside JSON are texts, because a number of JSON would lose digits.
const VIEW = `${VERSION_VIEW}, v.account, (
  select jsonb_agg(jsonb_build_object('method', l.method, 'currency', l.currency, 'rate', l.rate, 'fixed', l.fixed::text,
                                      'rounding', l.rounding, 'vat', l.vat_mode) order by l.method, l.currency)
    from reconciliation.fee_line l where l.table_id = v.id) as lines`;

const viewOf = ({ lines, ...table }: Row): FeeTableView => ({
  ...table,
  lines: lines.map((line) => ({ ...line, fixed: line.fixed === null ? null : BigInt(line.fixed) })),
});

export async function readFees(tx: Executor, id: string): Promise<FeeTableView> {
  const [found] = await tx.query<Row[]>(`select ${VIEW} from reconciliation.fee_table v where id = $1`, [id]);
  if (!found) throw refuse('MATCHING_RULE_NOT_FOUND', `There is no fee table ${id}`);
  return viewOf(found);
}

const LIST = statement(`
  select ${VIEW} from reconciliation.fee_table v
   where (:account::text is null or account = :account) and (:state::text is null or state = :state) and (:after::uuid is null or id > :after)
   order by id limit :limit`);

export async function listFees(
  db: Executor,
  query: Input<typeof listFeeTables>['query'],
): Promise<Output<typeof listFeeTables>> {
  const size = pageSize(query.limit);
  const { account = null, state = null, after = null } = query;
  const rows = await LIST.rows<Row>(db, { account, state, after, limit: size + 1 });
  return pageOf(rows.map(viewOf), size, (row) => row.id);
}
