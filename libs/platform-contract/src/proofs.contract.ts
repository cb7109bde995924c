import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, filters } from './values.js';

/**
 * PROVEN: all equations hold. PROVEN_WITH_EXCEPTIONS: every difference belongs to rows that are expected, or whose break a person decided about; or
 * the balance of the date was not compared.
 * UNPROVEN: something is left to explain.
 */
export const ProofState = z.enum(['PROVEN', 'PROVEN_WITH_EXCEPTIONS', 'UNPROVEN']);

export const ProofSummary = z.object({
  businessDate: BusinessDate,
  /** 1: of the night; more: made again by hand. */
  number: z.int(),
  /**
   * CHANGED: the stored document is not the one that `hash` is of, or cannot be read. It proves nothing and has no equations; `takenAt` is when it was
   * signed. It is listed under the state that its row names.
   */
  state: z.enum([...ProofState.options, 'CHANGED']),
  takenAt: Instant,
  equations: z.int(),
  /** Equations with an unexplained difference, and with differences that are all explained. */
  differing: z.int(),
  excepted: z.int(),
  hash: z.string(),
  keyId: z.string(),
});

/** A signed proof. `document`, as UTF-8, is what `hash` (SHA-256, hex) and `signature` (Ed25519, base64url) are of; it is canonical JSON. */
export const SignedProof = z.object({
  businessDate: BusinessDate,
  number: z.int(),
  state: ProofState,
  document: z.string(),
  hash: z.string(),
  signature: z.string(),
  keyId: z.string(),
});

export const ProofReplay = z.object({
  businessDate: BusinessDate,
  number: z.int(),
  state: ProofState,
  hash: z.string(),
  /** True: the same bytes follow from what the tables held then. */
  same: z.boolean(),
  firstDifference: z.string().nullable(),
});

const ProofKeys = z.object({
  /** The newest first. */
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      use: z.literal('sig'),
      alg: z.literal('EdDSA'),
    }),
  ),
});

const reads = { method: 'GET', security: 'bearer', scope: 'reconciliation:read' } as const;
const ofNight = z.object({ businessDate: BusinessDate });
const whichProof = z.object({ number: IntText.optional() });

export const listNightProofs = endpoint({
  ...reads,
  path: '/reconciliation/nights',
  summary: 'Proofs of nights, newest first: all equations between orders, provider, payouts, sellers and the ledger.',
  query: z.object({
    ...filters.days,
    state: ProofState.optional(),
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(ProofSummary) },
  errors: may(),
});

export const getNightProof = endpoint({
  ...reads,
  path: '/reconciliation/nights/{businessDate}/proof',
  summary: 'The signed proof of a night: each equation with both sides, and each difference row by row.',
  params: ofNight,
  query: whichProof,
  success: { status: 200, body: SignedProof },
  errors: may('PROOF_NOT_FOUND'),
});

export const replayProof = endpoint({
  ...reads,
  method: 'POST',
  path: '/reconciliation/nights/{businessDate}/proof/replay',
  summary: 'Compute a past proof again, from what the tables held then: the same bytes, or the first difference.',
  params: ofNight,
  query: whichProof,
  success: { status: 200, body: ProofReplay },
  errors: may('PROOF_NOT_FOUND', 'LEDGER_MONTH_DETACHED'),
});

export const listProofKeys = endpoint({
  method: 'GET',
  security: 'none',
  path: '/reconciliation/proof-keys',
  summary: 'The public keys of proofs (JWK set).',
  success: { status: 200, body: ProofKeys },
  errors: may(),
});

export const proofsContract = { listNightProofs, getNightProof, replayProof, listProofKeys } as const;
