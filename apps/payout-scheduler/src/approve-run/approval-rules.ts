import { type Caller, roleScopes, type Role } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';

/** Won up to which one approval counts; null: without limit. */
export type ApprovalLimit = bigint | null;

export type ApprovalRules = Readonly<{
  /** A person's own limit comes before that of its roles. Who is named nowhere may approve nothing. Null: nobody is limited. */
  limits: Readonly<{
    roles: Readonly<Partial<Record<Role, ApprovalLimit>>>;
    operators: Readonly<Record<string, ApprovalLimit>>;
  }> | null;
  /** A run above this many won is approved by a person who has just signed in again. */
  reauthThreshold: bigint;
  reauthSeconds: number;
}>;

/** What a caller may approve at most. Of several roles the most generous one counts. */
export function limitOf(caller: Caller, limits: ApprovalRules['limits']): ApprovalLimit {
  if (limits === null) return null;
  if (Object.hasOwn(limits.operators, caller.id)) return limits.operators[caller.id] ?? null;
  const approving = caller.roles.filter((role) => (roleScopes[role] as readonly string[]).includes('payouts:approve'));
  const ofRoles = approving.map((role) => (role in limits.roles ? (limits.roles[role] ?? null) : 0n));
  if (ofRoles.includes(null)) return null;
  return ofRoles.reduce<bigint>((most, limit) => (limit !== null && limit > most ? limit : most), 0n);
}

/**
 * Throws RUN_LIMIT_EXCEEDED when the total is above the caller's limit, RUN_REAUTHENTICATION_REQUIRED when it is so large that a
 * person must have just signed in: a key cannot, nor a token that does not say when its holder did.
 */
export function assertMayApprove(runId: string, total: bigint, caller: Caller, rules: ApprovalRules): void {
  const limit = limitOf(caller, rules.limits);
  if (limit !== null && total > limit) {
    throw refuse('RUN_LIMIT_EXCEEDED', `Run ${runId} pays ${total} won: ${caller.id} may approve up to ${limit}`);
  }
  if (!isSignedInFor(total, caller, rules))
    throw refuse(
      'RUN_REAUTHENTICATION_REQUIRED',
      `Run ${runId} pays ${total} won: it is approved by a person who signed in within the last ${rules.reauthSeconds} seconds`,
    );
}

/** Throws DISPATCH_REAUTHENTICATION_REQUIRED when what would be sent is as large as a run that needs a fresh sign-in. */
export function assertMayRelease(amount: bigint, caller: Caller, rules: ApprovalRules): void {
  if (!isSignedInFor(amount, caller, rules))
    throw refuse(
      'DISPATCH_REAUTHENTICATION_REQUIRED',
      `${amount} won wait to be sent: a person who signed in within the last ${rules.reauthSeconds} seconds lets them go`,
    );
}

function isSignedInFor(amount: bigint, caller: Caller, rules: ApprovalRules): boolean {
  if (amount <= rules.reauthThreshold) return true;
  return caller.kind === 'operator' && (caller.signedInSecondsAgo ?? Infinity) <= rules.reauthSeconds;
}
