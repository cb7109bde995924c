import { endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { BreakDetail, breakReads, OfBreak } from './breaks.contract.js';
import { may } from './refusals.js';
import { DecisionReason, Won } from './values.js';

/** A person's evidence: a text, or where the document is kept. */
const Note = z.string().trim().min(3).max(2_000);
const decides = { method: 'POST', security: 'bearer', scope: 'reconciliation:resolve' } as const;
const changes = { ...decides, params: OfBreak, success: { status: 200, body: BreakDetail } } as const;
const why = { reason: DecisionReason, note: Note.optional() };
const settled = may(
  ...([
    'BREAK_NOT_FOUND',
    'BREAK_WAY_NOT_ALLOWED',
    'BREAK_STATE',
    'BREAK_DECISION_OPEN',
    'BREAK_AMOUNT_UNKNOWN',
  ] as const),
  ...([
    'BREAK_COUNTER_INVALID',
    'BREAK_RECORD_UNKNOWN',
    'BREAK_RECORD_DIFFERS',
    'BREAK_SECOND_PERSON_REQUIRED',
  ] as const),
  'REAUTHENTICATION_REQUIRED',
);

export const explainBreak = endpoint({
  ...changes,
  path: '/reconciliation/breaks/{breakId}/explain',
  summary:
    'Declare a difference as expected, with the reason. Above BREAK_SECOND_PERSON_ABOVE it waits for a second person.',
  body: z.object(why),
  errors: settled,
});

/** Accounts that an adjusting entry may take a difference from, or give it to. None of them is a seller's. */
export const counterAccounts = [
  'platform:adjustments',
  'platform:write-off',
  'platform:bank',
  'provider:fees',
  'provider:fee-vat',
] as const;

export const adjustBreak = endpoint({
  ...changes,
  path: '/reconciliation/breaks/{breakId}/adjust',
  summary:
    'Post an entry that brings our books in line with the other record. Above BREAK_SECOND_PERSON_ABOVE it waits for a second person.',
  body: z.object({
    ...why,
    counterAccount: z.enum(counterAccounts),
    /** What the account that differs gains; absent: the difference. Needed when the amount of the break is not known. */
    gain: Won.refine((gain) => gain !== 0n, 'must not be nothing').optional(),
  }),
  errors: settled,
});

export const forceBreak = endpoint({
  ...changes,
  path: '/reconciliation/breaks/{breakId}/force',
  summary:
    'Declare that the record of another key is the same. Above BREAK_SECOND_PERSON_ABOVE it waits for a second person.',
  body: z.object({ ...why, key: z.string().min(1).max(200) }),
  errors: settled,
});

export const assignBreak = endpoint({
  ...changes,
  path: '/reconciliation/breaks/{breakId}/assign',
  summary: 'Give a break to a person.',
  body: z.object({
    /** The name of the person as in the identity provider; absent: the caller. */
    owner: z.string().min(1).max(200).optional(),
    remark: DecisionReason.optional(),
  }),
  errors: may('BREAK_NOT_FOUND', 'BREAK_STATE', 'BREAK_OWNER_INVALID'),
});

export const unassignBreak = endpoint({
  ...changes,
  path: '/reconciliation/breaks/{breakId}/unassign',
  summary: 'Take a break back from its owner.',
  body: z.object({ remark: DecisionReason.optional() }),
  errors: may('BREAK_NOT_FOUND', 'BREAK_STATE'),
});

export const commentBreak = endpoint({
  ...changes,
  path: '/reconciliation/breaks/{breakId}/comment',
  summary: 'Write a comment into the history of a break.',
  body: z.object({ remark: z.string().trim().min(1).max(2_000) }),
  errors: may('BREAK_NOT_FOUND'),
});

export const reopenBreak = endpoint({
  ...changes,
  path: '/reconciliation/breaks/{breakId}/reopen',
  summary:
    'Take a settlement of a break back; the entry of an adjustment is reversed, which above BREAK_SECOND_PERSON_ABOVE waits for a second person. The break of a forced match is reopened with the break that it was matched with.',
  body: z.object(why),
  errors: may(
    ...(['BREAK_NOT_FOUND', 'BREAK_STATE', 'BREAK_DECISION_OPEN', 'BREAK_SECOND_PERSON_REQUIRED'] as const),
    'REAUTHENTICATION_REQUIRED',
  ),
});

const approves = {
  method: 'POST',
  security: 'bearer',
  scope: 'payouts:approve',
  params: z.object({ decisionId: z.uuid() }),
  success: { status: 200, body: BreakDetail },
} as const;

export const approveBreakDecision = endpoint({
  ...approves,
  path: '/reconciliation/break-decisions/{decisionId}/approve',
  summary: 'Carry out a proposed settlement of a break, or its taking back; the person who proposed it may not.',
  errors: may(
    ...([
      'BREAK_DECISION_NOT_FOUND',
      'BREAK_DECISION_STATE',
      'BREAK_NOT_FOUND',
      'BREAK_STATE',
      'BREAK_CHANGED',
    ] as const),
    ...(['BREAK_SECOND_PERSON_REQUIRED', 'APPROVAL_LIMIT_EXCEEDED', 'REAUTHENTICATION_REQUIRED'] as const),
  ),
});

export const declineBreakDecision = endpoint({
  ...approves,
  path: '/reconciliation/break-decisions/{decisionId}/decline',
  summary: 'Decline a proposed settlement of a break.',
  body: z.object({ reason: DecisionReason }),
  errors: may('BREAK_DECISION_NOT_FOUND', 'BREAK_DECISION_STATE'),
});

export const breaksContract = {
  ...breakReads,
  ...{ explainBreak, adjustBreak, forceBreak, assignBreak, unassignBreak, commentBreak, reopenBreak },
  ...{ approveBreakDecision, declineBreakDecision },
} as const;
