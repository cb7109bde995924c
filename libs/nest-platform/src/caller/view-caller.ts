import {
  type ApprovalRules,
  type Caller,
  decisionCodes,
  type DecisionKind,
  isPerson,
  limitOf,
  mayDo,
  scopes,
} from '@jeongsan/nest-kit';
import type { CallerView } from '@jeongsan/platform-contract';
import { aloneScopes, deciding } from './deciding.js';

/** The settings of a service about who may approve. */
export type ApprovalFacts = Readonly<{
  rules: ApprovalRules;
  /** Won up to which one person decides what otherwise takes two. */
  aloneUpTo?: Readonly<Partial<Record<keyof typeof aloneScopes, bigint>>>;
}>;

/** `now`: the real time, by which tokens are judged; the clock of a rehearsal does not apply to sign-ins. */
export function viewCaller(caller: Caller, approval: ApprovalFacts | null, now: Date): Omit<CallerView, 'key'> {
  const { actor, roles, signedInSecondsAgo: secondsAgo } = caller;
  return {
    actor,
    kind: isPerson(actor) ? 'person' : 'key',
    roles: [...roles],
    scopes: scopes.filter((scope) => mayDo(roles, scope)),
    signedIn: secondsAgo === undefined ? null : { at: new Date(now.getTime() - secondsAgo * 1_000), secondsAgo },
    approval: approval && approvalOf(caller, approval),
  };
}

function approvalOf(caller: Caller, { rules, aloneUpTo = {} }: ApprovalFacts): NonNullable<CallerView['approval']> {
  const { reauthThreshold: signInAbove, reauthSeconds: signInWithinSeconds } = rules;
  const decides = isPerson(caller.actor) ? [...decidedAlone(caller, aloneUpTo), ...decidedBy(caller, rules)] : [];
  return {
    // A key decides nothing, whatever its roles: the person behind it is not known.
    limit: isPerson(caller.actor) ? limitOf(caller, rules.limits) : 0n,
    signInAbove,
    signInWithinSeconds,
    isSignInFresh: (caller.signedInSecondsAgo ?? Infinity) <= signInWithinSeconds,
    decides,
  };
}

type Decides = NonNullable<CallerView['approval']>['decides'];

function decidedBy(caller: Caller, { limits }: ApprovalRules): Decides {
  const most = limitOf(caller, limits);
  return (Object.keys(decisionCodes) as DecisionKind[]).flatMap((decision) => {
    const { scope, as, limit } = deciding[decision];
    const upTo = limit === 'none' ? null : most;
    const isRefused = !mayDo(caller.roles, scope) || upTo === 0n || (limit === 'noSum' && upTo !== null);
    return isRefused ? [] : [{ decision, as, upTo }];
  });
}

function decidedAlone({ roles }: Caller, aloneUpTo: NonNullable<ApprovalFacts['aloneUpTo']>): Decides {
  return (Object.keys(aloneScopes) as (keyof typeof aloneScopes)[]).flatMap((decision) => {
    const upTo = aloneUpTo[decision] ?? 0n;
    return upTo > 0n && mayDo(roles, aloneScopes[decision]) ? [{ decision, as: 'alone' as const, upTo }] : [];
  });
}
