import { randomUUID } from 'node:crypto';
import { authorOf, recordDecision } from '@jeongsan/audit';
import { assertMayAsk, type Caller } from '@jeongsan/nest-kit';
import type { RuleChangeView } from '@jeongsan/platform-contract';
import { differenceColumns, type LineDifference } from '@jeongsan/settlement';
import { bigints, oneRow, statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { writeSteps } from '../change-terms/changed-lines.js';
import { hashOf, ruleChangeContent, type SellerContent, sellersOf } from './rule-change-content.js';
import {
  askedDocument,
  findRuleChange,
  type RuleChangeAsked,
  ruleChangeFacts,
  ruleChangeView,
} from './rule-change-record.js';
import { scopeOfChange } from './rule-scope.js';

const PROPOSE = statement(`
  insert into payouts.rule_change (id, kind, rule_id, document, effective_from, state, seller_count, line_count, net, moved,
                                   content_hash, proposed_by, proposed_at)
  values (:id, :kind, :ruleId, :document, :from, 'proposed', :sellerCount, :lineCount, :net, :moved, :hash, :by, :now)`);

const PROPOSE_SELLER = statement(
  `insert into payouts.terms_change (id, seller_id, effective_from, is_estimate, state, line_count, :total.columns,
                                     content_hash, proposed_by, proposed_at, rule_change_id)
   values (:id, :sellerId, :from, false, 'proposed', :lineCount, :total.values, :hash, :by, :now, :ruleChangeId)`,
  { total: oneRow<LineDifference>(bigints(differenceColumns, (total: LineDifference) => total)) },
);

type SellerOfChange = Readonly<{ id: string; ruleChangeId: string; from: string; by: string; now: Date }>;

/** Writes what a change of a rule moves for one seller: the part that is posted with the key of `id`. */
export const writeSeller = (tx: EntityManager, of: SellerOfChange, content: SellerContent): Promise<unknown> => {
  const { sellerId, lineCount, hash, total } = content;
  return PROPOSE_SELLER.rows(tx, { ...of, sellerId, lineCount, hash, total });
};

/**
 * Records the effect of a rule that begins or ends on a day that is over, seller by seller and line by line. Nothing changes
 * before another person approves.
 * @throws RULE_CHANGE_SECOND_PERSON_REQUIRED for a key, and the errors of scopeOfChange and ruleChangeContent
 */
export async function proposeRuleChange(
  tx: EntityManager,
  asked: RuleChangeAsked,
  caller: Caller,
  now: Date,
): Promise<RuleChangeView> {
  assertMayAsk(caller, 'ruleChange');
  const scope = await scopeOfChange(tx, asked, now);
  const id = randomUUID();
  const ids = new Map<string, string>();
  const changeIdOf = (sellerId: string): string => {
    const known = ids.get(sellerId) ?? randomUUID();
    ids.set(sellerId, known);
    return known;
  };
  const found = await ruleChangeContent(
    tx,
    scope,
    await sellersOf(tx, scope),
    { changeIdOf, isProposed: false },
    (sellerId, lines) => writeSteps(tx, changeIdOf(sellerId), 0, lines, null),
  );
  const contents = found.filter(({ lineCount }) => lineCount > 0);
  const common = { from: scope.from, by: caller.actor, now };
  for (const content of contents)
    await writeSeller(tx, { id: changeIdOf(content.sellerId), ruleChangeId: id, ...common }, content);
  const document = askedDocument(asked);
  await PROPOSE.rows(tx, {
    ...{ id, kind: scope.kind, ruleId: scope.ruleId, document, ...common, ...sumsOf(contents) },
    hash: hashOf(document, contents),
  });
  const change = await findRuleChange(tx, id);
  const decided = { subject: id, ...authorOf(caller), reason: null, before: null, after: ruleChangeFacts(change) };
  await recordDecision(tx, { kind: 'rule-change.proposed', ...decided }, now);
  return ruleChangeView(change);
}

function sumsOf(contents: readonly SellerContent[]) {
  const nets = contents.map(({ total }) => total.net);
  return {
    sellerCount: contents.length,
    lineCount: contents.reduce((sum, { lineCount }) => sum + lineCount, 0),
    net: nets.reduce((sum, net) => sum + net, 0n),
    moved: nets.reduce((sum, net) => sum + (net < 0n ? -net : net), 0n),
  };
}
