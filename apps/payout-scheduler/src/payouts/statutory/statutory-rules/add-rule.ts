import { authorOf, recordDecision } from '@jeongsan/audit';
import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { assertMayDecide, type ApprovalRules, type Caller } from '@jeongsan/nest-kit';
import { refuse, type addSegregationRule, type addStatutoryRule } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { ruleColumns, segregationColumns } from './read-rules.js';

const INSERT_RULE = statement(`
  insert into payouts.statutory_rule (code, name_ko, name_en, source, article, standing, start_event, month_end, days, on_holiday,
                                      effective_from, reason, added_by, added_at)
  values (:code, :nameKo, :nameEn, :source, :article, :standing, :startEvent, :monthEnd, :days, :onHoliday, :effectiveFrom, :reason, :by,
          :now)
  on conflict (code, effective_from) do nothing
  returning ${ruleColumns}`);

/**
 * Adds a rule or a later version of one. Throws STATUTORY_RULE_CONFLICT when the version begins before the last one, or counts
 * from another event than the earlier versions, and the refusals of a decision.
 */
export async function addRule(
  tx: Executor,
  { name, reason, ...rule }: Input<typeof addStatutoryRule>['body'],
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<Output<typeof addStatutoryRule>> {
  const [last] = await tx.query<StatutoryFacts[]>(
    `select ${ruleColumns} from payouts.statutory_rule where code = $1 order by effective_from desc limit 1`,
    [rule.code],
  );
  assertMayAdd(caller, rules, rule, last);
  if (last && last.startEvent !== rule.startEvent)
    throw refuse(
      'STATUTORY_RULE_CONFLICT',
      `Rule ${rule.code} counts from ${last.startEvent}: another event is another rule`,
    );
  const row = { ...rule, nameKo: name.ko, nameEn: name.en, reason, by: caller.actor, now };
  const [added] = await INSERT_RULE.rows<Output<typeof addStatutoryRule>>(tx, row);
  if (!added) throw versionExists(rule.code, rule.effectiveFrom);
  const [before, after] = [last ? statutoryFacts(last) : null, statutoryFacts(rule)];
  const of = { kind: 'statutory-rule.added', subject: rule.code, reason, before, after } as const;
  await recordDecision(tx, { ...authorOf(caller), ...of }, now);
  return added;
}

type StatutoryFacts = Omit<Input<typeof addStatutoryRule>['body'], 'name' | 'reason'>;

/** What the audit trail keeps of a version. */
function statutoryFacts({ code, effectiveFrom, ...version }: StatutoryFacts) {
  const { standing, source, article, startEvent, monthEnd, days, onHoliday } = version;
  return {
    rule: code,
    effectiveFrom,
    terms: { standing, source, article, startEvent, monthEnd, days, onHoliday },
  };
}

const INSERT_SEGREGATION = statement(`
  insert into payouts.segregation_rule (code, name_ko, name_en, source, article, standing, rate, effective_from, reason, added_by, added_at)
  values (:code, :nameKo, :nameEn, :source, :article, :standing, :rate, :effectiveFrom, :reason, :by, :now)
  on conflict (code, effective_from) do nothing
  returning ${segregationColumns}`);

/** Adds a rate of money to keep apart. Throws as addRule does. */
export async function addSegregation(
  tx: Executor,
  { name, reason, ...rule }: Input<typeof addSegregationRule>['body'],
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<Output<typeof addSegregationRule>> {
  const [last] = await tx.query<SegregationFacts[]>(
    `select ${segregationColumns} from payouts.segregation_rule where code = $1 order by effective_from desc limit 1`,
    [rule.code],
  );
  assertMayAdd(caller, rules, rule, last);
  const row = { ...rule, nameKo: name.ko, nameEn: name.en, reason, by: caller.actor, now };
  const [added] = await INSERT_SEGREGATION.rows<Output<typeof addSegregationRule>>(tx, row);
  if (!added) throw versionExists(rule.code, rule.effectiveFrom);
  const [before, after] = [last ? segregationFacts(last) : null, segregationFacts(rule)];
  const of = { kind: 'segregation-rule.added', subject: rule.code, reason, before, after } as const;
  await recordDecision(tx, { ...authorOf(caller), ...of }, now);
  return added;
}

type SegregationFacts = Omit<Input<typeof addSegregationRule>['body'], 'name' | 'reason'>;

function segregationFacts({ code, effectiveFrom, rate, standing, source, article }: SegregationFacts) {
  return { rule: code, effectiveFrom, rate, terms: { standing, source, article } };
}

function assertMayAdd(
  caller: Caller,
  rules: ApprovalRules,
  { code, effectiveFrom }: Readonly<{ code: string; effectiveFrom: string }>,
  last: Readonly<{ effectiveFrom: string }> | undefined,
): void {
  assertMayDecide(caller, { kind: 'statutoryRules', subject: `Rule ${code}`, amount: null, askedBy: [] }, rules);
  if (last && last.effectiveFrom >= effectiveFrom) throw versionExists(code, last.effectiveFrom);
}

const versionExists = (code: string, from: string) =>
  refuse('STATUTORY_RULE_CONFLICT', `Rule ${code} has a version from ${from}: a new one begins later`);
