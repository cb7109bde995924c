import type { Executor } from '@jeongsan/database';
import { type BreakClass, breakClass, breakCodes } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

type StoredRule = Readonly<{ id: string; class: BreakClass; tolerance: bigint; days: number | null }>;

/** The rules by which one run compares; a class without a version of its own follows the table of classes. */
export type RulesInForce = Readonly<{
  tolerances: Readonly<{ ruleClasses: readonly BreakClass[]; ruleTolerances: readonly bigint[] }>;
  /** Up to this amount a difference of the class is no break, in minor units; 0: none is tolerated. */
  toleranceOf: (code: BreakClass) => bigint;
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
  const toleranceOf = (code: BreakClass): bigint => byClass.get(code)?.tolerance ?? 0n;
  const tolerated = breakCodes.filter((code) => toleranceOf(code) > 0n);
  return {
    tolerances: { ruleClasses: tolerated, ruleTolerances: tolerated.map(toleranceOf) },
    toleranceOf,
    daysOf: (code) => byClass.get(code)?.days ?? breakClass(code).days ?? 0,
    versions: { rules: stored.map(({ id }) => id).sort(), feeTables: feeTables.map(({ id }) => id) },
  };
}
