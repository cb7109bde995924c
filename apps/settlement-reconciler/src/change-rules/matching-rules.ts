import { authorOf, recordDecision } from '@jeongsan/audit';
import { type Executor, pageSize } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import { assertMayAsk, type Caller } from '@jeongsan/nest-kit';
import {
  breakClass,
  type listMatchingRules,
  type MatchingRuleView,
  type proposeMatchingRule,
  refuse,
} from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { VERSION_VIEW } from './decide-version.js';

type Asked = Input<typeof proposeMatchingRule>['body'];

const PROPOSE = statement(`
  insert into reconciliation.rule (id, class, tolerance, days, effective_from, state, reason, proposed_by, proposed_at)
  values (:id, :class, :tolerance, :days, :effectiveFrom, 'proposed', :reason, :by, :now) on conflict (id) do nothing returning id`);

/** Proposes a version; a repeat with the same id changes nothing. Throws MATCHING_RULE_CLASS, MATCHING_RULE_SECOND_PERSON_REQUIRED. */
export async function proposeRule(
  tx: EntityManager,
  id: string,
  asked: Asked,
  caller: Caller,
  now: Date,
): Promise<MatchingRuleView> {
  assertMayAsk(caller, 'matchingRule');
  const { tolerates, days } = breakClass(asked.class);
  if (asked.tolerance > 0n && !tolerates)
    throw refuse('MATCHING_RULE_CLASS', `${asked.class} has no amount to tolerate`);
  if (asked.days !== null && days === undefined)
    throw refuse('MATCHING_RULE_CLASS', `${asked.class} waits for no days`);
  const { class: code, tolerance, effectiveFrom, reason } = asked;
  const made = await PROPOSE.rows(tx, {
    id,
    class: code,
    tolerance,
    days: asked.days,
    effectiveFrom,
    reason,
    by: caller.actor,
    now,
  });
  if (made.length > 0) {
    const after = { class: code, tolerance, days: asked.days, effectiveFrom, state: 'proposed' };
    await recordDecision(
      tx,
      { kind: 'matching-rule.proposed', subject: id, ...authorOf(caller), reason, before: null, after },
      now,
    );
  }
  return readRule(tx, id);
}

const VIEW = `${VERSION_VIEW}, v.class, v.tolerance, v.days`;

export async function readRule(tx: Executor, id: string): Promise<MatchingRuleView> {
  const [found] = await tx.query<MatchingRuleView[]>(`select ${VIEW} from reconciliation.rule v where id = $1`, [id]);
  if (!found) throw refuse('MATCHING_RULE_NOT_FOUND', `There is no matching rule ${id}`);
  return found;
}

const LIST = statement(`
  select ${VIEW} from reconciliation.rule v
   where (:class::text is null or class = :class) and (:state::text is null or state = :state) and (:after::uuid is null or id > :after)
   order by id limit :limit`);

export async function listRules(
  db: Executor,
  query: Input<typeof listMatchingRules>['query'],
): Promise<Output<typeof listMatchingRules>> {
  const size = pageSize(query.limit);
  const { class: code = null, state = null, after = null } = query;
  const rows = await LIST.rows<MatchingRuleView>(db, { class: code, state, after, limit: size + 1 });
  return pageOf(rows, size, (row) => row.id);
}
