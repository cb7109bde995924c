import type { Json } from '@jeongsan/audit';
import { type Executor, filteredList, fromDay, is, pageSize, toDay } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { Actor } from '@jeongsan/nest-kit';
import {
  CommissionRuleIn,
  type getRuleChange,
  type listRuleChangeLines,
  type listRuleChanges,
  refuse,
  type RuleChangeView,
} from '@jeongsan/platform-contract';
import { differenceColumns, differenceKeys, type LineDifference, recordOf } from '@jeongsan/settlement';
import { selected, statement } from '@jeongsan/sql';
import { z } from 'zod';
import { proposedLines } from '../change-terms/read-changes.js';

export type NewRule = z.output<typeof CommissionRuleIn>;

/** What a change of a rule was asked to do, as stored. */
export type RuleChangeAsked =
  | Readonly<{ kind: 'begin'; rule: NewRule }>
  | Readonly<{ kind: 'end'; ruleId: string; effectiveTo: string }>;

export type RuleChange = RuleChangeView & Readonly<{ proposedBy: Actor; asked: RuleChangeAsked }>;
type Row = Omit<RuleChange, 'rule' | 'asked'> & { document: unknown };

const COLUMNS = `id, kind, rule_id as "ruleId", document, effective_from as "effectiveFrom", state, seller_count as "sellerCount",
  line_count as "lineCount", net, moved, content_hash as "contentHash", proposed_by as "proposedBy", proposed_at as "proposedAt",
  decided_by as "decidedBy", decided_at as "decidedAt"`;

export const askedDocument = (asked: RuleChangeAsked): string =>
  JSON.stringify(asked.kind === 'begin' ? z.encode(CommissionRuleIn, asked.rule) : { effectiveTo: asked.effectiveTo });

const EndDocument = z.object({ effectiveTo: z.string() });

function changeOf({ document, ...row }: Row): RuleChange {
  if (row.kind === 'end') {
    const { effectiveTo } = EndDocument.parse(document);
    return { ...row, rule: null, asked: { kind: 'end', ruleId: row.ruleId, effectiveTo } };
  }
  const rule = z.decode(CommissionRuleIn, document as z.input<typeof CommissionRuleIn>);
  return { ...row, rule, asked: { kind: 'begin', rule } };
}

/** What the audit trail keeps of a change. */
export const ruleChangeFacts = (change: RuleChange) => {
  const { kind, ruleId, effectiveFrom, sellerCount, lineCount, net, moved, contentHash, state, asked } = change;
  const facts = { change: kind, ruleId, effectiveFrom, sellerCount, lineCount, net, moved, contentHash, state };
  return { ...facts, asked: JSON.parse(askedDocument(asked)) as Json };
};

export const ruleChangeView = ({ asked: _asked, ...view }: RuleChange): RuleChangeView => view;

/** Reads one change of a rule. @throws RULE_CHANGE_NOT_FOUND */
export async function findRuleChange(db: Executor, id: string, lock: '' | 'for update' = ''): Promise<RuleChange> {
  const [row] = await db.query<Row[]>(`select ${COLUMNS} from payouts.rule_change where id = $1 ${lock}`, [id]);
  if (!row) throw refuse('RULE_CHANGE_NOT_FOUND', `There is no change of a commission rule ${id}`);
  return changeOf(row);
}

const CHANGES = filteredList({
  from: 'payouts.rule_change',
  columns: COLUMNS,
  order: [
    { column: 'proposed_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: { from: fromDay('x.proposed_at'), to: toDay('x.proposed_at') },
  checks: { state: is('x.state') },
});

/** Changes of commission rules, newest first. */
export async function readRuleChanges(
  db: Executor,
  query: Input<typeof listRuleChanges>['query'],
): Promise<Output<typeof listRuleChanges>> {
  const { items, nextCursor } = await CHANGES.page<Row>(db, query);
  return { items: items.map(changeOf).map(ruleChangeView), nextCursor };
}

type SellerRow = Readonly<{ sellerId: string; lineCount: number }> & LineDifference;

const SELLERS = statement(`
  select seller_id as "sellerId", line_count as "lineCount", ${selected(differenceColumns, (column) => column)}
    from payouts.terms_change where rule_change_id = :changeId and seller_id > :after order by seller_id limit :rows`);

/** A change of a rule with the proposed difference of each seller. @throws RULE_CHANGE_NOT_FOUND */
export async function readRuleChange(
  db: Executor,
  changeId: string,
  query: Input<typeof getRuleChange>['query'],
): Promise<Output<typeof getRuleChange>> {
  const change = await findRuleChange(db, changeId);
  const limit = pageSize(query.limit);
  const rows = await SELLERS.rows<SellerRow>(db, { changeId, after: query.after ?? '', rows: limit + 1 });
  const sellers = rows.map(({ sellerId, lineCount, ...row }) => {
    return { sellerId, lineCount, total: recordOf(differenceKeys, (key) => row[key]) };
  });
  return { ...ruleChangeView(change), sellers: pageOf(sellers, limit, (one) => one.sellerId) };
}

/** A page of the proposed lines of one seller; empty for a seller without any. @throws RULE_CHANGE_NOT_FOUND */
export async function readRuleChangeLines(
  db: Executor,
  changeId: string,
  { sellerId, ...query }: Input<typeof listRuleChangeLines>['query'],
): Promise<Output<typeof listRuleChangeLines>> {
  await findRuleChange(db, changeId);
  const [of] = await db.query<{ id: string }[]>(
    `select id from payouts.terms_change where rule_change_id = $1 and seller_id = $2`,
    [changeId, sellerId],
  );
  return of ? proposedLines(db, of.id, query) : { items: [], nextCursor: null };
}
