import { type Executor, statement } from '@jeongsan/sql';
import { type Flaw, flaw } from '../ledger/flaw.js';
import type { Anchor, ProofInput } from './proof-document.js';

/** Where the flaws of each chain are reported, and what their rows are called. */
const chains = {
  seal: { check: 'SEAL', row: 'seal' },
  verification: { check: 'VERIFICATION', row: 'verification' },
  trail: { check: 'DECISION', row: 'decision' },
} as const;

/** A row of a chain of the ledger or of the audit trail, as a proof names it. */
export type Anchored = Anchor & Readonly<{ chain: keyof typeof chains; proof: string }>;

export function anchorsOf(proof: string, input: ProofInput | null): Anchored[] {
  const { seal, verification, trail } = input ?? {};
  return [
    ...(seal ? [{ ...seal, chain: 'seal' as const, proof }] : []),
    ...(verification ? [{ ...verification, chain: 'verification' as const, proof }] : []),
    ...(trail ? [{ ...trail, chain: 'trail' as const, proof }] : []),
  ];
}

const FOUND = statement(`
  select a.place::int, coalesce(s.hash, v.hash, d.hash) as found
    from unnest(:chains::text[], :ids::bigint[], :hashes::text[]) with ordinality as a(chain, id, hash, place)
    left join ledger.seal s on a.chain = 'seal' and s.id = a.id
    left join ledger.verification v on a.chain = 'verification' and v.id = a.id
    left join audit.decision d on a.chain = 'trail' and d.number = a.id
   where coalesce(s.hash, v.hash, d.hash) is distinct from a.hash
   order by a.place`);

/** Rows of the chains that are not those that proofs name: a chain can be computed anew, a signed proof cannot. */
export async function rewrittenChains(tx: Executor, anchors: readonly Anchored[]): Promise<Flaw[]> {
  const rows = await FOUND.rows<{ place: number; found: string | null }>(tx, {
    chains: anchors.map(({ chain }) => chain),
    ids: anchors.map(({ id }) => id),
    hashes: anchors.map(({ hash }) => hash),
  });
  return rows.flatMap(({ place, found }) => {
    const anchor = anchors[place - 1];
    if (!anchor) return [];
    const { chain, id, hash, proof } = anchor;
    return flaw({
      ...{ check: chains[chain].check, subject: `${chains[chain].row}/${id}` },
      ...{ expected: `hash ${hash}, as ${proof} states`, found: found === null ? 'no row' : `hash ${found}` },
    });
  });
}
