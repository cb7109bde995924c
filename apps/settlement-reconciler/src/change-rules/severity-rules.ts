import { authorOf, recordDecision } from '@jeongsan/audit';
import { type Executor, pageSize } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import { assertMayAsk, type Caller } from '@jeongsan/nest-kit';
import {
  type listSeverityRules,
  type proposeSeverityRule,
  refuse,
  type SeverityRuleView,
} from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { VERSION_VIEW } from './decide-version.js';

type Asked = Input<typeof proposeSeverityRule>['body'];
type Levels = Pick<SeverityRuleView, 'critical' | 'high' | 'medium' | 'low'>;

const PROPOSE = statement(`
  insert into reconciliation.severity_rule
    (id, critical_amount, critical_age, critical_due, high_amount, high_age, high_due, medium_amount, medium_age, medium_due, low_due,
     effective_from, state, reason, proposed_by, proposed_at)
  values (:id, :criticalAmount, make_interval(hours => :criticalAge), make_interval(hours => :criticalDue),
          :highAmount, make_interval(hours => :highAge), make_interval(hours => :highDue),
          :mediumAmount, make_interval(hours => :mediumAge), make_interval(hours => :mediumDue), make_interval(hours => :lowDue),
          :effectiveFrom, 'proposed', :reason, :by, :now)
  on conflict (id) do nothing returning id`);

/** Proposes severities; a repeat with the same id changes nothing. Throws MATCHING_RULE_SECOND_PERSON_REQUIRED. */
export async function proposeSeverities(
  tx: EntityManager,
  id: string,
  asked: Asked,
  caller: Caller,
  now: Date,
): Promise<SeverityRuleView> {
  assertMayAsk(caller, 'matchingRule');
  const { critical, high, medium, low, effectiveFrom, reason } = asked;
  const made = await PROPOSE.rows(tx, {
    ...{ id, effectiveFrom, reason, by: caller.actor, now, lowDue: low.dueHours },
    ...{ criticalAmount: critical.amount, criticalAge: critical.ageHours, criticalDue: critical.dueHours },
    ...{ highAmount: high.amount, highAge: high.ageHours, highDue: high.dueHours },
    ...{ mediumAmount: medium.amount, mediumAge: medium.ageHours, mediumDue: medium.dueHours },
  });
  if (made.length > 0) {
    const inForce = await readInForce(tx, effectiveFrom);
    const before = inForce && { ...factsOf(inForce), effectiveFrom: inForce.effectiveFrom, state: inForce.state };
    const after = { ...factsOf(asked), effectiveFrom, state: 'proposed' };
    const decision = { subject: id, ...authorOf(caller), reason, before: before ?? null, after };
    await recordDecision(tx, { kind: 'severity-rule.proposed', ...decision }, now);
  }
  return readSeverities(tx, id);
}

/** Levels as facts of a decision: amounts are texts, because a number of JSON would lose digits. */
function factsOf({ critical, high, medium, low }: Levels) {
  const level = ({ amount, ageHours, dueHours }: Levels['high']) => ({ amount: `${amount}`, ageHours, dueHours });
  return { critical: level(critical), high: level(high), medium: level(medium), low: { ...low } };
}

const HOURS = (column: string): string => `(extract(epoch from v.${column}) / 3600)::int`;
const LEVEL = (name: string): string =>
  `jsonb_build_object('amount', v.${name}_amount::text, 'ageHours', ${HOURS(`${name}_age`)}, 'dueHours', ${HOURS(`${name}_due`)}) as ${name}`;
const VIEW = `${VERSION_VIEW}, ${['critical', 'high', 'medium'].map(LEVEL).join(', ')}, jsonb_build_object('dueHours', ${HOURS('low_due')}) as low`;

type RowLevel = Omit<Levels['high'], 'amount'> & Readonly<{ amount: string }>;
type Row = Omit<SeverityRuleView, 'critical' | 'high' | 'medium'> &
  Readonly<Record<'critical' | 'high' | 'medium', RowLevel>>;

const levelOf = ({ amount, ...level }: RowLevel): Levels['high'] => ({ ...level, amount: BigInt(amount) });
const viewOf = ({ critical, high, medium, ...rule }: Row): SeverityRuleView => ({
  ...rule,
  ...{ critical: levelOf(critical), high: levelOf(high), medium: levelOf(medium) },
});

/** One version. Throws MATCHING_RULE_NOT_FOUND. */
export async function readSeverities(tx: Executor, id: string): Promise<SeverityRuleView> {
  const [found] = await tx.query<Row[]>(`select ${VIEW} from reconciliation.severity_rule v where id = $1`, [id]);
  if (!found) throw refuse('MATCHING_RULE_NOT_FOUND', `There is no severity rule ${id}`);
  return viewOf(found);
}

async function readInForce(tx: Executor, date: string): Promise<SeverityRuleView | undefined> {
  const [found] = await tx.query<Row[]>(
    `select ${VIEW} from reconciliation.severity_rule v where state = 'active' and effective_from <= $1 order by effective_from desc limit 1`,
    [date],
  );
  return found && viewOf(found);
}

const LIST = statement(`
  select ${VIEW} from reconciliation.severity_rule v
   where (:state::text is null or v.state = :state)
     and (:after::uuid is null
          or (v.effective_from, v.id) < (select a.effective_from, a.id from reconciliation.severity_rule a where a.id = :after))
   order by v.effective_from desc, v.id desc limit :limit`);

/** Versions, the latest date first. The cursor is the id of the last version of the previous page. */
export async function listSeverities(
  db: Executor,
  { state = undefined, after, limit }: Input<typeof listSeverityRules>['query'],
): Promise<Output<typeof listSeverityRules>> {
  const size = pageSize(limit);
  const rows = await LIST.rows<Row>(db, { state: state ?? null, after: after ?? null, limit: size + 1 });
  return pageOf(rows.map(viewOf), size, ({ id }) => id);
}
