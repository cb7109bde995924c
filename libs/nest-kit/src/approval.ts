import { Refusal } from '@jeongsan/http-contract';
import { type Actor, isPerson, isSystem } from './actor.js';
import type { Caller } from './caller.js';
import { roleScopes, type Role } from './roles.js';

/** The most won that one approval may cover; null: no limit. */
export type ApprovalLimit = bigint | null;

export type ApprovalRules = Readonly<{
  /**
   * A person's own limit replaces the limits of its roles. An approver without an entry in either has a limit of 0. `limits`
   * null: no limits at all.
   */
  limits: Readonly<{
    roles: Readonly<Partial<Record<Role, ApprovalLimit>>>;
    operators: Readonly<Record<string, ApprovalLimit>>;
  }> | null;
  /** Decisions about more won than this need a sign-in within the last `reauthSeconds`. */
  reauthThreshold: bigint;
  reauthSeconds: number;
}>;

// prettier-ignore
/**
 * The kinds of decision, with the refusal code for each reason: the wrong person, an amount above the limit, no fresh sign-in.
 */
export const decisionCodes = {
  run:            { person: 'RUN_SECOND_PERSON_REQUIRED',          limit: 'RUN_LIMIT_EXCEEDED',      signIn: 'RUN_REAUTHENTICATION_REQUIRED' },
  writeOff:       { person: 'WRITE_OFF_SECOND_PERSON_REQUIRED',    limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  adjustment:     { person: 'ADJUSTMENT_SECOND_PERSON_REQUIRED',  limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  repayment:      { person: 'PERSON_REQUIRED',                     limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  termsChange:    { person: 'TERMS_CHANGE_SECOND_PERSON_REQUIRED', limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  ruleChange:     { person: 'RULE_CHANGE_SECOND_PERSON_REQUIRED',  limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  parkedDecision: { person: 'PARKED_SECOND_PERSON_REQUIRED',       limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  accountChange:  { person: 'ACCOUNT_SECOND_PERSON_REQUIRED',      limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  month:          { person: 'MONTH_SECOND_PERSON_REQUIRED',        limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  breakDecision:  { person: 'BREAK_SECOND_PERSON_REQUIRED',        limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  commissionRule: { person: 'PERSON_REQUIRED',                     limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  terms:          { person: 'PERSON_REQUIRED',                     limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  reserveRelease: { person: 'PERSON_REQUIRED',                     limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  payoutOverride: { person: 'PERSON_REQUIRED',                     limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  reissue:        { person: 'PERSON_REQUIRED',                     limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  reissuePolicy:  { person: 'PERSON_REQUIRED',                     limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  statutoryRules: { person: 'PERSON_REQUIRED',                     limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  matchingRule:   { person: 'MATCHING_RULE_SECOND_PERSON_REQUIRED', limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'REAUTHENTICATION_REQUIRED' },
  dispatch:       { person: 'PERSON_REQUIRED',                     limit: 'APPROVAL_LIMIT_EXCEEDED', signIn: 'DISPATCH_REAUTHENTICATION_REQUIRED' },
} as const satisfies Record<string, Readonly<Record<'person' | 'limit' | 'signIn', string>>>;
export type DecisionKind = keyof typeof decisionCodes;

export type PendingDecision = Readonly<{
  kind: DecisionKind;
  /** The thing to decide about, as the subject of a sentence: `Run 17`. */
  subject: string;
  /** Won that the decision moves. Null: not bounded by an amount, so above every limit and every threshold. */
  amount: bigint | null;
  /** Everyone who asked for or prepared this decision: none of them may decide. */
  askedBy: readonly Actor[];
}>;

/**
 * Whether a caller may decide; used for everything that needs a second person.
 * Throws a Refusal with the kind's `person` code unless the caller is a person other than all who asked, the `limit` code above
 * the caller's limit, the `signIn` code when a fresh sign-in is needed.
 */
export function assertMayDecide(caller: Caller, pending: PendingDecision, rules: ApprovalRules): void {
  const { kind, subject, amount } = pending;
  assertAnotherPerson(caller, pending);
  const limit = limitOf(caller, rules.limits);
  if (limit !== null && (amount === null || amount > limit))
    throw no(decisionCodes[kind].limit, `${subject} ${about(amount)}: ${caller.actor} may approve up to ${limit} won`);
  assertSignedInFor(caller, pending, rules);
}

/**
 * Refuses an API key as the first of two people, with the kind's `person` code: the person behind a key is not
 * known, so a second person could not be told apart from the first.
 */
export function assertMayAsk(caller: Caller, kind: DecisionKind): void {
  if (isPerson(caller.actor)) return;
  throw no(
    decisionCodes[kind].person,
    `${caller.actor} is no person: what two people decide is asked for by one of them`,
  );
}

/**
 * For decisions that need a person and a fresh sign-in but no limit, since the money was approved before. Throws the `person`
 * and `signIn` codes.
 */
export function assertMayRelease(caller: Caller, amount: bigint, rules: ApprovalRules): void {
  assertMayActAlone(caller, { kind: 'dispatch', subject: 'Sending', amount, askedBy: [] }, rules);
}

/**
 * For decisions that one person takes within a limit of their own kind instead of the limits of approvals: needs a person, and a
 * fresh sign-in for a large amount. Throws the kind's `person` and `signIn` codes.
 */
export function assertMayActAlone(caller: Caller, pending: PendingDecision, rules: ApprovalRules): void {
  assertAnotherPerson(caller, pending);
  assertSignedInFor(caller, pending, rules);
}

function assertAnotherPerson({ actor }: Caller, { kind, subject, askedBy }: PendingDecision): void {
  const { person } = decisionCodes[kind];
  if (!isPerson(actor)) throw no(person, `${subject} is decided by a person: ${actor} is none`);
  for (const first of askedBy) {
    if (first === actor) throw no(person, `${subject} was asked for by ${actor}: somebody else decides it`);
    // An actor that is neither person nor system (a key, or `earlier:`) may be the same human as the caller.
    if (!isPerson(first) && !isSystem(first))
      throw no(person, `${subject} was asked for by ${first}, which names no person: ask for it again as one`);
  }
}

function assertSignedInFor(caller: Caller, { kind, subject, amount }: PendingDecision, rules: ApprovalRules): void {
  if (amount !== null && amount <= rules.reauthThreshold) return;
  if ((caller.signedInSecondsAgo ?? Infinity) <= rules.reauthSeconds) return;
  throw no(
    decisionCodes[kind].signIn,
    `${subject} ${about(amount)}: it is decided by a person who signed in within the last ${rules.reauthSeconds} seconds`,
  );
}

/** The most won that a caller may approve; null: no limit. With several roles, the highest limit counts. */
export function limitOf({ actor, roles }: Caller, limits: ApprovalRules['limits']): ApprovalLimit {
  if (limits === null) return null;
  const name = actor.slice('person:'.length);
  if (isPerson(actor) && Object.hasOwn(limits.operators, name)) return limits.operators[name] ?? null;
  const approving = roles.filter((role) => (roleScopes[role] as readonly string[]).includes('payouts:approve'));
  const ofRoles = approving.map((role) => (role in limits.roles ? (limits.roles[role] ?? null) : 0n));
  if (ofRoles.includes(null)) return null;
  return ofRoles.reduce<bigint>((most, limit) => (limit !== null && limit > most ? limit : most), 0n);
}

const about = (amount: bigint | null): string => (amount === null ? 'has no sum' : `moves ${amount} won`);
const no = (code: string, detail: string): Refusal => new Refusal(403, code, detail);
