import {
  bytesOf,
  madeByHand,
  proofDocument,
  type ProofInput,
  type ProofState,
  sha256,
  type SigningKey,
} from '@jeongsan/books';
import { type Executor, holdingLock, transaction } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import type { SettlementCycle } from '../download/sold-through.js';
import type { Seen } from '../report-breaks/report-breaks.js';
import { takeInput } from './take-input.js';

export type Proving = Readonly<{ settlementCycle: SettlementCycle; proofKey: SigningKey }>;
export type Proven = Readonly<{ businessDate: string; number: number; state: ProofState; hash: string }>;

/** A job that waits longer for another proof ends and is tried again. */
const WAIT_MS_MAX = 20_000;

/**
 * Proves a night: stores the inputs at one moment, then the signed document that follows from them. It may stop after either step and be
 * repeated: the inputs stay, so the document has the same bytes. A night that has a proof is not proven again, unless a person asks for
 * another one: the one with the number `atLeast`.
 */
export async function proveNight(
  db: DataSource,
  seen: Seen,
  { settlementCycle, proofKey }: Proving,
  atLeast = 1,
): Promise<Proven> {
  // One proof at a time: each holds the hash of the one before.
  return holdingLock(db, 'proving', WAIT_MS_MAX, async () => {
    await signPending(db, proofKey, seen.now);
    const earlier = await lastProof(db, seen.businessDate);
    if (earlier && earlier.number >= atLeast) return earlier;
    const pending = await transaction(
      db,
      async (tx) => {
        await tx.query('set transaction isolation level repeatable read');
        const input = await takeInput(tx, seen, settlementCycle);
        const content = bytesOf(input).toString();
        const [stored] = await STORE_INPUT.rows<Pending>(tx, { ...idOf(input), content, takenAt: seen.now });
        return stored;
      },
      'take-proof',
    );
    if (pending) await sign(db, pending, proofKey, seen.now);
    const made = await lastProof(db, seen.businessDate);
    if (!made) throw new Error(`The proof of ${seen.businessDate} was not stored`);
    return made;
  });
}

const idOf = ({ businessDate, number }: ProofInput) => ({ businessDate, number });

const STORE_INPUT = statement(`
  insert into reconciliation.proof_input (business_date, number, content, taken_at) values (:businessDate, :number, :content, :takenAt)
  returning id, content`);
type Pending = Readonly<{ id: bigint; content: string }>;

const LAST = statement(`
  select business_date as "businessDate", number, state, hash from reconciliation.proof
   where business_date = :businessDate order by number desc limit 1`);

async function lastProof(tx: Executor, businessDate: string): Promise<Proven | undefined> {
  const [last] = await LAST.rows<Proven>(tx, { businessDate });
  return last;
}

/**
 * Signs the proofs whose inputs are stored, in their order. Inputs of a finished run had a proof, which is gone: they are no longer what was
 * signed, and `npm run books -- verify` names them.
 */
async function signPending(db: DataSource, key: SigningKey, now: Date): Promise<void> {
  const pending = await db.query<Pending[]>(
    `select i.id, i.content from reconciliation.proof_input i
      where not exists (select from reconciliation.proof p where p.id = i.id)
        and (${madeByHand('i')} or not exists (select from reconciliation.run r where r.business_date = i.business_date and r.state = 'done'))
      order by i.id`,
  );
  for (const one of pending) await sign(db, one, key, now);
}

const sign = (db: DataSource, { id, content }: Pending, key: SigningKey, now: Date): Promise<void> =>
  transaction(db, (tx) => signOne(tx, id, JSON.parse(content) as ProofInput, key, now), 'prove-night');

const STORE_PROOF = statement(`
  insert into reconciliation.proof (id, business_date, number, state, document, hash, signature, key_id, public_key, signed_at)
  values (:id, :businessDate, :number, :state, :document, :hash, :signature, :keyId, :publicKey, :now)`);

async function signOne(tx: Executor, id: bigint, input: ProofInput, key: SigningKey, now: Date): Promise<void> {
  const [before] = await tx.query<{ hash: string }[]>(
    `select hash from reconciliation.proof where id < $1 order by id desc limit 1`,
    [id],
  );
  const document = proofDocument(input, before?.hash ?? null, key.keyId);
  const bytes = bytesOf(document);
  await STORE_PROOF.rows(tx, {
    id,
    ...idOf(input),
    state: document.state,
    document: bytes.toString(),
    hash: sha256(bytes),
    signature: key.sign(bytes),
    keyId: key.keyId,
    publicKey: JSON.stringify(key.publicKey),
    now,
  });
}
