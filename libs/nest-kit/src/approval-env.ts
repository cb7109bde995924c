import { z } from 'zod';
import { personName } from './actor.js';
import type { ApprovalRules } from './approval.js';
import { json } from './env.js';
import { roles } from './roles.js';

/** Whole won as the text of a setting. */
export const wonSetting = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(BigInt);

const limit = wonSetting.nullable();
/** Approval limits by person, each name brought to one spelling; a name twice, or no valid name, is refused. */
const ofPeople = z.record(z.string(), limit).transform((named, context) => {
  const folded = Object.entries(named).map(([claimed, most]) => [personName(claimed), most] as const);
  if (folded.some(([name]) => name === null)) context.addIssue({ code: 'custom', message: 'names what is no person' });
  if (new Set(folded.map(([name]) => name)).size < folded.length)
    context.addIssue({ code: 'custom', message: 'names a person twice' });
  return Object.fromEntries(folded.flatMap(([name, most]) => (name === null ? [] : [[name, most] as const])));
});
const ApprovalLimits = z.strictObject({
  roles: z.partialRecord(z.enum(roles), limit).default({}),
  operators: ofPeople.default({}),
});

/** Settings that limit who may approve, for every app with approvals. */
export const approvalEnv = {
  /**
   * The most won that one approval may cover; null: no limit. Example:
   * {"roles":{"approver":"100000000","admin":null},"operators":{"kim":"2000000000"}}
   */
  APPROVAL_LIMITS: json(ApprovalLimits).optional(),
  /** Decisions about more won than this need a person who signed in within the last REAUTH_MINUTES. */
  REAUTH_THRESHOLD: wonSetting.default(500_000_000n),
  REAUTH_MINUTES: z.coerce.number().int().min(1).max(720).default(15),
};
type ApprovalEnv = z.output<z.ZodObject<typeof approvalEnv>>;

export const approvalRules = (env: ApprovalEnv): ApprovalRules => ({
  limits: env.APPROVAL_LIMITS ?? null,
  reauthThreshold: env.REAUTH_THRESHOLD,
  reauthSeconds: env.REAUTH_MINUTES * 60,
});
