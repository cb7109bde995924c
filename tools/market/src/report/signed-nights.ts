import { createHash, createPublicKey, verify } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Output } from '@jeongsan/http-contract';
import type { getNightProof, listProofKeys } from '@jeongsan/platform-contract';
import type { Clients } from '../platform/clients.js';
import { groupBy } from '../play/group-by.js';
import { listAll } from '../play/list-all.js';

type Reconciler = Clients['reconciler'];
type Signed = Output<typeof getNightProof>;
type Keys = Output<typeof listProofKeys>['keys'];
/** The members of a signed document that the demo shows. */
type Document = Readonly<{
  keyId: string;
  previous: string | null;
  equations: readonly Readonly<{
    title: string;
    unit: 'money' | 'count';
    day: string;
    account: string;
    currency: string;
    verdict: 'HOLDS' | 'EXCEPTED' | 'DIFFERS';
    sides: readonly Readonly<{ label: string; amount: string }>[];
    lines: readonly Readonly<{ subject: string; cause: string | null }>[];
  }>[];
}>;

export type SignedNights = Readonly<{
  /** Dates by the state of their newest proof. */
  states: ReadonlyMap<Signed['state'], readonly string[]>;
  proofs: number;
  /** Proofs whose hash, signature or predecessor is wrong. */
  forged: readonly string[];
  last: Readonly<{ night: string; document: Document }> | undefined;
}>;

const PER_PAGE = 200;
const POLL_MS = 250;
const POLLS_MAX = 480;

/** Proves each night again whose breaks were still open then. Such a night is then proven with exceptions. */
export async function proveLateNights(reconciler: Reconciler): Promise<readonly string[]> {
  const { states } = await readSignedNights(reconciler);
  const unproven = states.get('UNPROVEN') ?? [];
  for (const date of unproven) {
    const body = { from: date, to: date, mode: 'prove', reason: 'Its breaks are explained now' } as const;
    const { id } = await reconciler.requestHandRun({ body });
    await untilOver(reconciler, id);
  }
  return unproven;
}

async function untilOver(reconciler: Reconciler, runId: string): Promise<void> {
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    const { state, error } = await reconciler.getHandRun({ params: { runId } });
    if (state === 'done') return;
    if (state === 'failed' || state === 'canceled') throw new Error(`The run by hand ${runId}: ${error ?? state}`);
    await setTimeout(POLL_MS);
  }
  throw new Error(`The run by hand ${runId} does not end`);
}

/** Reads all proofs of nights and checks them as an outsider would: with the published keys and nothing of the services. */
export async function readSignedNights(reconciler: Reconciler): Promise<SignedNights> {
  const { keys } = await reconciler.listProofKeys({});
  const listed = await listAll((after) => reconciler.listNightProofs({ query: { limit: PER_PAGE, ...after } }));
  const newest = new Map<string, Signed['state']>();
  const forged: string[] = [];
  let previous: string | null = null;
  let last: SignedNights['last'];
  for (const { businessDate, number } of listed.toReversed()) {
    const proof = await reconciler.getNightProof({ params: { businessDate }, query: { number } });
    const document = JSON.parse(proof.document) as Document;
    if (!isGenuine(proof, document, previous, keys)) forged.push(`${businessDate}/${number}`);
    previous = proof.hash;
    newest.set(businessDate, proof.state);
    if (last === undefined || businessDate >= last.night) last = { night: businessDate, document };
  }
  const states = groupBy([...newest], ([, state]) => state);
  return {
    states: new Map([...states].map(([state, nights]) => [state, nights.map(([date]) => date).sort()])),
    proofs: listed.length,
    forged,
    last,
  };
}

function isGenuine(proof: Signed, document: Document, previous: string | null, keys: Keys): boolean {
  const key = keys.find(({ kid }) => kid === proof.keyId);
  const bytes = Buffer.from(proof.document);
  return (
    key !== undefined &&
    document.keyId === key.kid &&
    document.previous === previous &&
    createHash('sha256').update(bytes).digest('hex') === proof.hash &&
    verify(null, bytes, createPublicKey({ key, format: 'jwk' }), Buffer.from(proof.signature, 'base64url'))
  );
}

export const areProven = ({ states, forged, last }: SignedNights): boolean =>
  last !== undefined && forged.length === 0 && !states.has('UNPROVEN');
