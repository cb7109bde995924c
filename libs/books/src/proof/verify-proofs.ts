import { type Executor, statement } from '@jeongsan/sql';
import { type Flaw, flaw } from '../ledger/flaw.js';
import { bytesOf, proofDocument, type ProofState, sha256 } from './proof-document.js';
import { readDocument, readInput, readKey } from './readable-proof.js';
import { lostProofs } from './lost-proofs.js';
import { type Anchored, anchorsOf, rewrittenChains } from './rewritten-chains.js';
import { isSigned, type PublicKey } from './sign-proof.js';

export type ProofRow = Readonly<{
  id: bigint;
  businessDate: string;
  number: number;
  state: ProofState;
  document: string;
  hash: string;
  signature: string;
  keyId: string;
  publicKey: string;
  input: string;
}>;

export const PROOF_COLUMNS = `p.id, p.business_date as "businessDate", p.number, p.state, p.document, p.hash, p.signature, p.key_id as "keyId",
  p.public_key as "publicKey", i.content as input`;
export const PROOF_TABLES = `reconciliation.proof p join reconciliation.proof_input i on i.id = p.id`;

const PAGE_ROWS = 200;
const PAGE = statement(`select ${PROOF_COLUMNS} from ${PROOF_TABLES} where p.id > :after order by p.id limit :most`);

export type ProofsVerdict = Readonly<{ verified: number; flaws: readonly Flaw[] }>;

/**
 * Checks every proof: its document follows from its inputs, its hash and its signature fit, it builds on the proof before, and the chains of
 * the ledger and of the audit trail still have the rows that it names. `keys`: the published keys as the caller knows them; without them the keys stored with the proofs are believed, which a forger could have replaced.
 */
export async function verifyProofs(tx: Executor, keys: readonly PublicKey[] | null): Promise<ProofsVerdict> {
  const flaws: Flaw[] = [];
  const anchors: Anchored[] = [];
  let previous: string | null = null;
  let verified = 0;
  for (let after = 0n; ;) {
    const rows: ProofRow[] = await PAGE.rows<ProofRow>(tx, { after, most: PAGE_ROWS });
    for (const row of rows) {
      flaws.push(...flawsOfProof(row, previous, keys));
      anchors.push(...anchorsOf(`proof/${row.businessDate}/${row.number}`, readInput(row.input)));
      previous = row.hash;
      verified += 1;
      after = row.id;
    }
    if (rows.length < PAGE_ROWS)
      return { verified, flaws: [...flaws, ...(await lostProofs(tx)), ...(await rewrittenChains(tx, anchors))] };
  }
}

/** What is wrong with one proof; `previous` is the hash of the proof before. */
export function flawsOfProof(row: ProofRow, previous: string | null, keys: readonly PublicKey[] | null): Flaw[] {
  const wrong = (expected: string, found: string): Flaw[] => [
    flaw({ check: 'PROOF', subject: `proof/${row.businessDate}/${row.number}`, expected, found }),
  ];
  const [document, input, stored] = [readDocument(row.document), readInput(row.input), readKey(row.publicKey)];
  if (!document) return wrong('a document', 'text that is none');
  if (!input) return wrong('inputs', 'text that is none');
  if (!keys && !stored) return wrong('a public key', 'text that is none');
  const bytes = Buffer.from(row.document);
  const key = (keys ?? (stored ? [stored] : [])).find(({ kid }) => kid === document.keyId);
  if (!key) return wrong('a published key', `key ${document.keyId}`);
  if (!isSigned(bytes, row.signature, key)) return wrong(`a signature of key ${document.keyId}`, 'another signature');
  const kept = [row.hash, row.businessDate, row.number, row.state, row.keyId].join(' ');
  const stated = [sha256(bytes), document.businessDate, document.number, document.state, document.keyId].join(' ');
  if (kept !== stated) return wrong(stated, kept);
  if (document.previous !== previous) return wrong(`the proof before: ${previous}`, `${document.previous}`);
  const again = bytesOf(proofDocument(input, document.previous, document.keyId));
  return again.equals(bytes) ? [] : wrong(`inputs with the hash ${document.inputsHash}`, sha256(bytesOf(input)));
}
