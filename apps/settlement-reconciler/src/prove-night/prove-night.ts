import { bytesOf, proofDocument, type ProofInput, type ProofState, sha256, type SigningKey } from '@jeongsan/books';
import { type Executor, lockUntilCommit, transaction } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import type { SettlementCycle } from '../download/sold-through.js';
import type { Seen } from '../report-breaks/report-breaks.js';
import { takeInput } from './take-input.js';

export type Proving = Readonly<{ settlementCycle: SettlementCycle; proofKey: SigningKey }>;
export type Proven = Readonly<{ businessDate: string; number: number; state: ProofState; hash: string }>;

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
  return db.transaction(async (guard) => {
    // One proof at a time: each holds the hash of the one before. The lock's transaction does nothing else.
    await guard.query('set local idle_in_transaction_session_timeout = 0');
    await lockUntilCommit(guard, 'proving');
    await signPending(db, proofKey, seen.now);
    const earlier = await lastProof(db, seen.businessDate);
    if (earlier && earlier.number >= atLeast) return earlier;
    await transaction(
      db,
      async (tx) => {
        await tx.query('set transaction isolation level repeatable read');
        const input = await takeInput(tx, seen, settlementCycle);
        await STORE_INPUT.rows(tx, { ...idOf(input), content: bytesOf(input).toString(), takenAt: seen.now });
      },
      'take-proof',
    );
    await signPending(db, proofKey, seen.now);
    const made = await lastProof(db, seen.businessDate);
    if (!made) throw new Error(`The proof of ${seen.businessDate} was not stored`);
    return made;
  });
}

const idOf = ({ businessDate, number }: ProofInput) => ({ businessDate, number });

const STORE_INPUT = statement(`
  insert into reconciliation.proof_input (business_date, number, content, taken_at) values (:businessDate, :number, :content, :takenAt)`);

const LAST = statement(`
  select business_date as "businessDate", number, state, hash from reconciliation.proof
   where business_date = :businessDate order by number desc limit 1`);

async function lastProof(tx: Executor, businessDate: string): Promise<Proven | undefined> {
  const [last] = await LAST.rows<Proven>(tx, { businessDate });
  return last;
}

/** Signs the proofs whose inputs are stored, in their order. */
async function signPending(db: DataSource, key: SigningKey, now: Date): Promise<void> {
  const pending = await db.query<{ id: bigint; content: string }[]>(
    `select i.id, i.content from reconciliation.proof_input i
      where not exists (select from reconciliation.proof p where p.id = i.id) order by i.id`,
  );
  for (const { id, content } of pending) {
    await transaction(db, (tx) => signOne(tx, id, JSON.parse(content) as ProofInput, key, now), 'prove-night');
  }
}

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
