import { endpoint, FileAnswer, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { NamedInstant } from './values.js';

/** Facts of a decision: names and values as they were written, amounts as text. */
const Facts = z.record(z.string(), z.unknown()).nullable();

/** One row of the audit trail. */
export const DecisionView = z.object({
  id: z.uuid(),
  /** The place in the chain, from 1 without gaps. */
  number: z.int(),
  at: Instant,
  kind: z.string(),
  /** What the kind means, in a sentence; the kind itself for one that this release does not know. */
  about: z.string(),
  /** The id of what was decided about. */
  subject: z.string(),
  /** The service that took the decision; `any`: each of them can. */
  service: z.string(),
  /** A person, a key, or a policy of the platform. `earlier:`: a record from before actors had a prefix. */
  actor: z.string(),
  /** The id of the key, or the issuer and the id of the token or session; `unknown` for decisions from before the trail. */
  credential: z.string(),
  reason: z.string().nullable(),
  before: Facts,
  after: Facts,
  prevHash: z.string(),
  /** SHA-256 over this row and the hash of the row before it. */
  hash: z.string(),
});
export type DecisionView = z.output<typeof DecisionView>;

const filters = {
  kind: z.string().min(1).max(100).optional(),
  actor: z.string().min(1).max(210).optional(),
  subject: z.string().min(1).max(300).optional(),
  service: z.string().min(1).max(50).optional(),
  /** From this instant on, and before that one. */
  from: NamedInstant.optional(),
  to: NamedInstant.optional(),
  /** A text within the reason; capital letters do not matter. */
  reason: z.string().min(1).max(200).optional(),
};

const reads = { method: 'GET', security: 'bearer', scope: 'audit:read' } as const;

export const listDecisions = endpoint({
  ...reads,
  path: '/decisions',
  summary: 'The audit trail: who decided what, when, why, and what it changed; the latest first.',
  query: z.object({
    ...filters,
    after: z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(DecisionView) },
  errors: may(),
});

export const getDecision = endpoint({
  ...reads,
  path: '/decisions/{decisionId}',
  summary: 'One decision.',
  params: z.object({ decisionId: z.uuid() }),
  success: { status: 200, body: DecisionView },
  errors: may('DECISION_NOT_FOUND'),
});

export const exportDecisions = endpoint({
  ...reads,
  path: '/decisions/export',
  summary:
    'The audit trail as a file, the earliest first: CSV for people, NDJSON with the exact bytes that were hashed.',
  query: z.object({ ...filters, format: z.enum(['csv', 'ndjson']) }),
  success: { status: 200, body: FileAnswer },
  answerTypes: ['text/csv; charset=utf-8', 'application/x-ndjson'],
  errors: may(),
});

export const verifyTrail = endpoint({
  ...reads,
  method: 'POST',
  path: '/decisions/verify',
  summary: 'Compute all hashes of the audit trail anew, and name the first row that is missing, changed or unchained.',
  success: {
    status: 200,
    body: z.object({
      verified: z.int(),
      sound: z.boolean(),
      head: z.object({ number: z.int(), hash: z.string() }),
      firstBad: z
        .object({
          fault: z.enum(['CHANGED', 'MISSING', 'UNCHAINED', 'REWRITTEN']),
          number: z.int(),
          id: z.uuid().nullable(),
        })
        .nullable(),
    }),
  },
  errors: may(),
});

export const decisionsContract = { listDecisions, getDecision, exportDecisions, verifyTrail } as const;
