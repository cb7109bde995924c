import { decisionKinds, isDecisionKind } from '@jeongsan/audit';
import { type Executor, pageSize } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import { type DecisionView, type listDecisions as contract, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

export type DecisionFilters = Omit<Input<typeof contract>['query'], 'after' | 'limit'>;
type Row = Omit<DecisionView, 'number' | 'about'> & { number: bigint };

const COLUMNS = `d.id, d.number, d.at, d.kind, d.subject, d.service, d.actor, d.credential, d.reason, d.before, d.after,
  d.prev_hash as "prevHash", d.hash`;

/** SQL: the conditions of all filters; an absent filter is null. */
export const MATCHING = `
      (:kind::text is null or d.kind = :kind) and (:actor::text is null or d.actor = :actor)
  and (:subject::text is null or d.subject = :subject) and (:service::text is null or d.service = :service)
  and (:from::timestamptz is null or d.at >= :from) and (:to::timestamptz is null or d.at < :to)
  and (:reason::text is null or position(lower(:reason) in lower(d.reason)) > 0)`;

export const matching = (filters: DecisionFilters) => {
  const { kind = null, actor = null, subject = null, service = null, from = null, to = null, reason = null } = filters;
  return { kind, actor, subject, service, from, to, reason };
};

const PAGE = statement(`
  select ${COLUMNS} from audit.decision d
   where ${MATCHING} and (:after::bigint is null or d.number < :after) order by d.number desc limit :rows`);

/** The audit trail, the latest decision first. The cursor is the number of the last decision of the page before. */
export async function listDecisions(
  db: Executor,
  { after, limit, ...filters }: Input<typeof contract>['query'],
): Promise<Output<typeof contract>> {
  const size = pageSize(limit);
  const rows = await PAGE.rows<Row>(db, { ...matching(filters), after: after ?? null, rows: size + 1 });
  return pageOf(rows.map(viewOf), size, ({ number }) => String(number));
}

/** Reads one decision. @throws DECISION_NOT_FOUND */
export async function readDecision(db: Executor, id: string): Promise<DecisionView> {
  const [row] = await db.query<Row[]>(`select ${COLUMNS} from audit.decision d where d.id = $1`, [id]);
  if (!row) throw refuse('DECISION_NOT_FOUND', `There is no decision ${id}`);
  return viewOf(row);
}

const viewOf = ({ number, ...row }: Row): DecisionView => ({
  ...row,
  number: Number(number),
  about: aboutOf(row.kind),
});

export const aboutOf = (kind: string): string => (isDecisionKind(kind) ? decisionKinds[kind].about : kind);
