import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@jeongsan/audit';
import { type EquationName, equationNames, equations } from './equations.js';

/** Formats of documents: `/2` names the versions of the rules, `/1` is from before and stays verifiable. */
export const proofFormats = ['jeongsan-proof/1', 'jeongsan-proof/2'] as const;
type ProofFormat = (typeof proofFormats)[number];

/** What one source says of one equation. Amounts and counts are decimal texts: JSON numbers end at 2^53. */
export type Input = Readonly<{
  equation: EquationName;
  side: string;
  /** The account at the provider; empty: the main account, or all accounts together. */
  account: string;
  /** Empty: not of one day. */
  day: string;
  currency: string;
  rows: string;
  amount: string;
  /** SHA-256 over the rows, in the order of their keys. */
  hash: string;
}>;

/** One row by which the sides of an equation differ, with the break that says so. */
export type Line = Readonly<{
  equation: EquationName;
  account: string;
  day: string;
  currency: string;
  subject: string;
  expected: string | null;
  found: string | null;
  /** The second side less the first. */
  amount: string;
  /** Why the difference is no fault: a decision about its break, `EXPECTED`, `TOLERATED` by a rule, or `NOT_COMPARED`. Null: nothing explains it. */
  cause: string | null;
  breakId: string | null;
  breakClass: string | null;
}>;

/** A row of a chain and its hash: whoever rewrites the chain contradicts a signed proof. */
export type Anchor = Readonly<{ id: string; hash: string }>;

/** One version of the rules by which the night was matched. */
export type RuleVersion = Readonly<{
  kind: 'matching-rule' | 'fee-table' | 'severity-rule';
  id: string;
  /** The class of a matching rule, the account at the provider of a fee table; empty: all. */
  of: string;
  effectiveFrom: string;
  /** SHA-256 over the contents of the version: a version that is rewritten later contradicts the signed proof. */
  hash: string;
}>;

/** Everything that a proof is computed from, as it was when the proof was taken. */
export type ProofInput = Readonly<{
  businessDate: string;
  /** 1 for the first proof of a date; a later one was made by hand. */
  number: number;
  takenAt: string;
  /** The transactions of the database that the proof has seen, and those that the proof before had seen. */
  snapshot: string;
  snapshotBefore: string;
  /** The last seal of the ledger; null: nothing is sealed yet. */
  seal: Anchor | null;
  /** The last verification of the ledger; absent in proofs from before verifications were kept. */
  verification?: Anchor | null;
  /** The last decision of the audit trail, by its number; absent in proofs from before it was named. */
  trail?: Anchor | null;
  days: readonly string[];
  rules: Readonly<Record<string, Json>>;
  /** Absent in proofs of format 1. */
  ruleVersions?: readonly RuleVersion[];
  inputs: readonly Input[];
  lines: readonly Line[];
  /** Lines beyond those listed. */
  linesLeftOut: number;
}>;

/** The cause of a line that stands for a comparison that was missed, such as that with a balance which the provider shows on its day only. */
export const NOT_COMPARED = 'NOT_COMPARED';

export const proofStates = ['PROVEN', 'PROVEN_WITH_EXCEPTIONS', 'UNPROVEN'] as const;
export type ProofState = (typeof proofStates)[number];

export type Equation = Readonly<{
  name: EquationName;
  title: string;
  unit: 'money' | 'count';
  account: string;
  day: string;
  currency: string;
  sides: readonly Readonly<{ source: string; label: string; amount: string }>[];
  difference: string;
  /** EXCEPTED: every won of the difference belongs to a line with a cause, or the sides were not compared. */
  verdict: 'HOLDS' | 'EXCEPTED' | 'DIFFERS';
  lines: readonly Omit<Line, 'equation' | 'account' | 'day' | 'currency'>[];
}>;

export type ProofDocument = Readonly<{
  format: ProofFormat;
  businessDate: string;
  number: number;
  takenAt: string;
  state: ProofState;
  seal: Anchor | null;
  verification?: Anchor | null;
  trail?: Anchor | null;
  /** SHA-256 of the canonical JSON of the inputs. */
  inputsHash: string;
  rules: ProofInput['rules'];
  ruleVersions?: readonly RuleVersion[];
  equations: readonly Equation[];
  linesLeftOut: number;
  /** SHA-256 of the proof before, in the order in which proofs were made; null: the first. */
  previous: string | null;
  keyId: string;
}>;

/** The document that follows from the inputs: the same inputs give the same bytes. */
export function proofDocument(input: ProofInput, previous: string | null, keyId: string): ProofDocument {
  const judged = judge(input);
  const { ruleVersions } = input;
  return {
    format: proofFormats[ruleVersions ? 1 : 0],
    businessDate: input.businessDate,
    number: input.number,
    takenAt: input.takenAt,
    state: stateOf(judged, input.linesLeftOut),
    seal: input.seal,
    ...(input.verification === undefined ? {} : { verification: input.verification }),
    ...(input.trail === undefined ? {} : { trail: input.trail }),
    inputsHash: sha256(bytesOf(input)),
    rules: input.rules,
    ...(ruleVersions ? { ruleVersions } : {}),
    equations: judged,
    linesLeftOut: input.linesLeftOut,
    previous,
    keyId,
  };
}

/** The bytes that are hashed and signed: JSON with sorted names and without white space, in UTF-8. */
export const bytesOf = (document: ProofDocument | ProofInput): Buffer => Buffer.from(canonicalJson(document));
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function stateOf(judged: readonly Equation[], linesLeftOut: number): ProofState {
  if (linesLeftOut > 0 || judged.some(({ verdict }) => verdict === 'DIFFERS')) return 'UNPROVEN';
  const hasExceptions = judged.some(({ verdict, lines }) => verdict === 'EXCEPTED' || lines.length > 0);
  return hasExceptions ? 'PROVEN_WITH_EXCEPTIONS' : 'PROVEN';
}

function judge({ inputs, lines }: ProofInput): Equation[] {
  const groups = new Map<string, { inputs: Input[]; lines: Line[] }>();
  const groupOf = (it: Input | Line) => {
    const key = [String(equationNames.indexOf(it.equation)).padStart(2, '0'), it.day, it.account, it.currency].join(
      '\n',
    );
    const group = groups.get(key) ?? { inputs: [], lines: [] };
    groups.set(key, group);
    return group;
  };
  for (const one of inputs) groupOf(one).inputs.push(one);
  for (const one of lines) groupOf(one).lines.push(one);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => equationOf(group));
}

function equationOf({ inputs, lines }: { inputs: readonly Input[]; lines: readonly Line[] }): Equation {
  const [one] = [...inputs, ...lines];
  if (!one) throw new Error('An equation has inputs or lines');
  const { title, unit, sides } = equations[one.equation];
  const amounts = sides.map(([source]) =>
    inputs.reduce((sum, input) => (input.side === source ? sum + BigInt(input.amount) : sum), 0n),
  );
  const difference = (amounts[1] ?? 0n) - (amounts[0] ?? 0n);
  return {
    name: one.equation,
    ...{ title, unit, account: one.account, day: one.day, currency: one.currency },
    sides: sides.map(([source, label], at) => ({ source, label, amount: String(amounts[at]) })),
    difference: String(difference),
    verdict: verdictOn(difference, lines),
    lines: lines.map(({ subject, expected, found, amount, cause, breakId, breakClass }) => ({
      ...{ subject, expected, found, amount, cause, breakId, breakClass },
    })),
  };
}

/** A difference of zero can hide rows that differ in opposite directions: each line needs a cause. */
function verdictOn(difference: bigint, lines: readonly Line[]): Equation['verdict'] {
  if (difference === 0n && lines.length === 0) return 'HOLDS';
  const explained = lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const isCovered = lines.every(({ cause }) => cause !== null) && explained === difference;
  if (!isCovered) return 'DIFFERS';
  const isEqual = difference === 0n && lines.every(({ amount, cause }) => amount === '0' && cause !== NOT_COMPARED);
  return isEqual ? 'HOLDS' : 'EXCEPTED';
}
