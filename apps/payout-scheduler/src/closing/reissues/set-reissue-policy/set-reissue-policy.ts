import { authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { assertMayDecide, type ApprovalRules, type Caller } from '@jeongsan/nest-kit';
import {
  refuse,
  ReissueRules,
  type listReissuePolicies,
  type setReissuePolicy as contract,
} from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { z } from 'zod';

type Version = Output<typeof contract>;
type InForce = Readonly<{ version: number; rules: z.output<typeof ReissueRules> }>;

/** Without a version: a failure that time alone mends is paid on the next business day, twice at most. */
const USUAL: InForce = {
  version: 0,
  rules: { retry: { afterBusinessDays: 1, attemptsMax: 2 }, seller_must_act: { afterBusinessDays: 1, attemptsMax: 2 } },
};

const columns = `version::int, effective_from as "effectiveFrom", document as rules, reason, set_by as "setBy", set_at as "setAt"`;

const INSERT = statement(`
  insert into payouts.reissue_policy (effective_from, document, reason, set_by, set_at)
  values (:effectiveFrom, :rules, :reason, :setBy, :setAt) returning ${columns}`);

/**
 * Adds a version of the reissue policy. Throws REISSUE_POLICY_PAST for a past date, and the refusals of a decision: it
 * concerns every later failure, so no amount bounds it.
 */
export async function setReissuePolicy(
  tx: Executor,
  { effectiveFrom, rules, reason }: Input<typeof contract>['body'],
  caller: Caller,
  approval: ApprovalRules,
  now: Date,
): Promise<Version> {
  assertMayDecide(
    caller,
    { kind: 'reissuePolicy', subject: 'The reissue policy', amount: null, askedBy: [] },
    approval,
  );
  if (effectiveFrom < businessDateOf(now))
    throw refuse('REISSUE_POLICY_PAST', `${effectiveFrom} is over: a policy begins today or later`);
  const before = await reissueRulesOn(tx, effectiveFrom);
  const [made] = await INSERT.rows<Version>(tx, {
    effectiveFrom,
    rules: JSON.stringify(rules),
    reason,
    setBy: caller.actor,
    setAt: now,
  });
  if (!made) throw new Error('The reissue policy was not stored');
  const { version } = made;
  await recordDecision(
    tx,
    {
      ...authorOf(caller),
      kind: 'reissue-policy.set',
      subject: version.toString(),
      reason,
      before: { version: before.version, rules: before.rules },
      after: { version, effectiveFrom, rules },
    },
    now,
  );
  return made;
}

/** The rules in force on a date. Of two versions from the same date the later one counts. */
export async function reissueRulesOn(db: Executor, date: string): Promise<InForce> {
  const [row] = await db.query<{ version: number; document: unknown }[]>(
    `select version::int, document from payouts.reissue_policy where effective_from <= $1
      order by effective_from desc, version desc limit 1`,
    [date],
  );
  return row ? { version: row.version, rules: ReissueRules.parse(row.document) } : USUAL;
}

/** Every version, newest first. */
export async function readReissuePolicies(
  db: Executor,
  query: Input<typeof listReissuePolicies>['query'],
  now: Date,
): Promise<Output<typeof listReissuePolicies>> {
  const limit = pageSize(query.limit);
  const rows = await db.query<Version[]>(
    `select ${columns} from payouts.reissue_policy where $1::bigint is null or version < $1 order by version desc limit $2`,
    [query.after ?? null, limit + 1],
  );
  const { rules: inForce } = await reissueRulesOn(db, businessDateOf(now));
  return { ...pageOf(rows, limit, (row) => row.version.toString()), inForce };
}
