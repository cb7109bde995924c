import type { ApprovalRules, Caller } from '@jeongsan/nest-kit';
import type { PayoutPolicy } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import { approveRun } from '../payouts/runs/approve-run/approve-run.js';
import { readRuns } from '../payouts/runs/read-runs/read-runs.js';

/** The caller of a person with these roles who has just signed in. */
export const personOf = (name: string, ...roles: Caller['roles']): Caller & { actor: `person:${string}` } => ({
  ...{
    actor: `person:${name}`,
    credential: `https://id.market.example#${name}`,
    roles: roles.length > 0 ? roles : ['approver'],
  },
  signedInSecondsAgo: 10,
});
export const keyOf = (id: string): Caller => ({ actor: `key:${id}`, credential: `key:${id}`, roles: ['admin'] });

/** Approves all waiting drafts up to an amount as a person, with the content that is shown. */
export async function approveDrafts(db: DataSource, policy: PayoutPolicy, now: Date): Promise<void> {
  for (const { id, total, contentHash } of (await readRuns(db, { state: 'draft' })).items) {
    if (policy.selfApproveUpTo === null || total > policy.selfApproveUpTo) continue;
    const approver = { kind: 'person', caller: personOf('seo'), rules } as const;
    await db.transaction((tx) => approveRun(tx, id, contentHash, approver, policy, now));
  }
}

/** Approval rules without a limit for any person. */
export const rules: ApprovalRules = { limits: null, reauthThreshold: 1_000_000_000n, reauthSeconds: 900 };
