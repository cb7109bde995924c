import type { Executor } from '@jeongsan/database';
import { type BreakClass, breakClass, breakCodes } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

type StoredRule = Readonly<{ id: string; class: BreakClass; tolerance: bigint; days: number | null }>;

/** The rules by which one run compares; a class without a version of its own follows the table of classes. */
export type RulesInForce = Readonly<{
  tolerances: Readonly<{ ruleClasses: readonly BreakClass[]; ruleTolerances: readonly bigint[] }>;
  /** Days that are waited before a difference of the class is a break. */
  daysOf: (code: BreakClass) => number;
  versions: Readonly<{ rules: readonly string[]; feeTables: readonly string[] }>;
}>;

const RULES = statement(`
  select distinct on (class) id, class, tolerance, days from reconciliation.rule
   where state = 'active' and decided_at <= :now and effective_from <= :businessDate
   order by class, effective_from desc`);
const FEE_TABLES = statement(`
  select id from reconciliation.fee_table where state = 'active' and decided_at <= :now and effective_from <= :businessDate order by id`);

/** The versions in force for the run of a business date, of those that were decided by `now`. */
export async function rulesInForce(tx: Executor, businessDate: string, now: Date): Promise<RulesInForce> {
  const stored = await RULES.rows<StoredRule>(tx, { businessDate, now });
  const feeTables = await FEE_TABLES.rows<{ id: string }>(tx, { businessDate, now });
  const byClass = new Map(stored.map((rule) => [rule.class, rule]));
  const tolerated = breakCodes.filter((code) => (byClass.get(code)?.tolerance ?? 0n) > 0n);
  return {
    tolerances: {
      ruleClasses: tolerated,
      ruleTolerances: tolerated.map((code) => byClass.get(code)?.tolerance ?? 0n),
    },
    daysOf: (code) => byClass.get(code)?.days ?? breakClass(code).days ?? 0,
    versions: { rules: stored.map(({ id }) => id).sort(), feeTables: feeTables.map(({ id }) => id) },
  };
}
