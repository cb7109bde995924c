import { authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import { enqueue, type Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { assertMayDecide, type ApprovalRules, type Caller } from '@jeongsan/nest-kit';
import { refuse, type chooseStatutoryRule as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { choiceColumns } from './read-rules.js';

type Choice = Output<typeof contract>;

const INSERT = statement(`
  insert into payouts.statutory_choice (category, rule_code, effective_from, reason, chosen_by, chosen_at)
  values (:category, :ruleCode, :effectiveFrom, :reason, :by, :now) returning ${choiceColumns}`);

/**
 * Applies a deadline to a kind of sale, for lines whose start event is on the date or later, and enqueues the tracking so that
 * open lines are dated anew. Throws STATUTORY_RULE_UNKNOWN, and the refusals of a decision.
 */
export async function chooseRule(
  tx: Executor,
  { category, ruleCode, effectiveFrom, reason }: Input<typeof contract>['body'],
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<Choice> {
  const subject = category === null ? 'The deadline of all categories' : `The deadline of category ${category}`;
  assertMayDecide(caller, { kind: 'statutoryRules', subject, amount: null, askedBy: [] }, rules);
  const found = await tx.query<object[]>(`select from payouts.statutory_rule where code = $1 limit 1`, [ruleCode]);
  if (ruleCode !== null && found.length === 0)
    throw refuse('STATUTORY_RULE_UNKNOWN', `There is no rule ${ruleCode}: add it first`);
  const [before] = await tx.query<{ rule: string | null; from: string }[]>(
    `select rule_code as rule, effective_from as from from payouts.statutory_choice
      where category = $1 and effective_from <= $2 order by effective_from desc, id desc limit 1`,
    [category ?? '', effectiveFrom],
  );
  const [made] = await INSERT.rows<Choice>(tx, {
    category: category ?? '',
    ruleCode,
    effectiveFrom,
    reason,
    by: caller.actor,
    now,
  });
  if (!made) throw new Error('The choice of a rule was not stored');
  const earlier = before ? { category, rule: before.rule, effectiveFrom: before.from } : null;
  const after = { category, rule: ruleCode, effectiveFrom };
  const of = { kind: 'statutory-rule.chosen', subject: category ?? '*', reason, before: earlier, after } as const;
  await recordDecision(tx, { ...authorOf(caller), ...of }, now);
  await enqueue(tx, 'payment-deadlines.track', { date: businessDateOf(now) }, now, {
    dedupeKey: `payment-deadlines.track/choice/${made.id}`,
  });
  return made;
}
