import { prepared } from '@jeongsan/database';
import type { Actor } from '@jeongsan/nest-kit';
import { type Executor, statement } from '@jeongsan/sql';
import { canonicalJson, type Json } from './canonical.js';
import { type DecisionKind, decisionKinds, type FactOf } from './kinds.js';

type Facts<K extends DecisionKind> = Readonly<Partial<Record<FactOf<K>, Json>>>;

/** One decision of a person, a key or a policy. `before` and `after`: the facts that it changed; null: there were or are none. */
export type Decision<K extends DecisionKind = DecisionKind> = K extends DecisionKind
  ? Readonly<{
      kind: K;
      /** The id of what was decided about. */
      subject: string;
      actor: Actor;
      /** Which key or token the actor used; never a secret. See Caller. */
      credential: string;
      reason: string | null;
      before: Facts<K> | null;
      after: Facts<K> | null;
    }>
  : never;

const RECORD = prepared(
  'audit.record',
  statement(
    `select audit.record(:at, :kinds, :subjects, :services, :actors, :credentials, :reasons, :befores, :afters)`,
  ),
);

/**
 * Writes a decision to the audit trail. Call it in the transaction of the decision itself: both are stored or neither is. The
 * row is numbered and chained at the commit, so this takes no lock.
 */
export const recordDecision = (sql: Executor, decision: Decision, now: Date): Promise<void> =>
  recordDecisions(sql, [decision], now);

/** Writes decisions that one transaction takes together, in their order and with one statement. */
export async function recordDecisions(sql: Executor, decisions: readonly Decision[], now: Date): Promise<void> {
  if (decisions.length === 0) return;
  await RECORD.rows(sql, {
    at: now,
    kinds: decisions.map(({ kind }) => kind),
    subjects: decisions.map(({ subject }) => subject),
    services: decisions.map(({ kind }) => decisionKinds[kind].service),
    actors: decisions.map(({ actor }) => actor),
    credentials: decisions.map(({ credential }) => credential),
    reasons: decisions.map(({ reason }) => reason),
    befores: decisions.map(({ kind, before }) => factsOf(kind, before)),
    afters: decisions.map(({ kind, after }) => factsOf(kind, after)),
  });
}

/** A fact that its kind does not list is refused: it could be personal data, and a row of the trail cannot be erased. */
function factsOf(kind: DecisionKind, facts: object | null): string | null {
  if (facts === null) return null;
  const listed: readonly string[] = decisionKinds[kind].facts;
  const unlisted = Object.keys(facts).filter((name) => !listed.includes(name));
  if (unlisted.length > 0) throw new Error(`A decision ${kind} has no fact ${unlisted.join(', ')}`);
  return canonicalJson(facts as Readonly<Record<string, Json>>);
}
