import { z } from 'zod';
import { isEquation } from './equations.js';
import { type ProofDocument, type ProofInput, proofStates } from './proof-document.js';
import type { PublicKey } from './sign-proof.js';

const Whole = z.string().regex(/^-?\d{1,30}$/);
/** Ids of chains are numbers of Postgres. */
const Anchor = z.object({ id: z.string().regex(/^\d{1,18}$/), hash: z.string() }).nullish();
const place = { account: z.string(), day: z.string(), currency: z.string() };
const Equation = z.string().refine(isEquation);
const Dates = z.array(z.iso.date());
const Snapshot = z.string().regex(/^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/);

/** What the computation of a proof takes from its inputs; rows of every release fit it. */
const Input = z.object({
  businessDate: z.string(),
  number: z.number(),
  takenAt: z.string(),
  snapshot: Snapshot,
  snapshotBefore: Snapshot,
  seal: Anchor,
  verification: Anchor,
  trail: Anchor,
  days: Dates,
  rules: z.looseObject({ soldDays: Dates.optional(), payoutDays: Dates.optional() }),
  ruleVersions: z.array(z.object({ id: z.string(), hash: z.string() })).optional(),
  inputs: z.array(z.object({ ...place, equation: Equation, side: z.string(), amount: Whole })),
  lines: z.array(z.object({ ...place, equation: Equation, amount: Whole, cause: z.string().nullish() })),
  linesLeftOut: z.number(),
});
/** What a list of proofs and a check of one take from a document. */
const Document = z.object({
  ...{ businessDate: z.string(), number: z.number(), keyId: z.string() },
  ...{ state: z.enum(proofStates), takenAt: z.iso.datetime() },
  equations: z.array(z.object({ verdict: z.string() })),
});
const Key = z.object({ kid: z.string(), x: z.string() });

/** The stored text as what it must be, with every field that it has; null where it cannot be read as that. */
function read<T>(text: string, shape: z.ZodType): T | null {
  try {
    const content: unknown = JSON.parse(text);
    return shape.safeParse(content).success ? (content as T) : null;
  } catch {
    return null;
  }
}

export const readInput = (text: string): ProofInput | null => read<ProofInput>(text, Input);
export const readDocument = (text: string): ProofDocument | null => read<ProofDocument>(text, Document);
export const readKey = (text: string): PublicKey | null => read<PublicKey>(text, Key);
