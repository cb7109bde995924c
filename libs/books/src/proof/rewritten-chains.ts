import { type Executor, statement } from '@jeongsan/sql';
import { type Flaw, flaw } from '../ledger/flaw.js';
import type { Anchor, ProofInput } from './proof-document.js';

/** A row of a chain of the ledger, as a proof names it. */
export type Anchored = Anchor & Readonly<{ chain: 'seal' | 'verification'; proof: string }>;

export function anchorsOf(proof: string, input: ProofInput | null): Anchored[] {
  const { seal, verification } = input ?? {};
  return [
    ...(seal ? [{ ...seal, chain: 'seal' as const, proof }] : []),
    ...(verification ? [{ ...verification, chain: 'verification' as const, proof }] : []),
  ];
}

const FOUND = statement(`
  select a.place::int, coalesce(s.hash, v.hash) as found
    from unnest(:chains::text[], :ids::bigint[], :hashes::text[]) with ordinality as a(chain, id, hash, place)
    left join ledger.seal s on a.chain = 'seal' and s.id = a.id
    left join ledger.verification v on a.chain = 'verification' and v.id = a.id
   where coalesce(s.hash, v.hash) is distinct from a.hash
   order by a.place`);

/** Rows of the ledger's chains that are not those that proofs name: a chain can be computed anew, a signed proof cannot. */
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
      ...{ check: chain === 'seal' ? 'SEAL' : 'VERIFICATION', subject: `${chain}/${id}` },
      ...{ expected: `hash ${hash}, as ${proof} states`, found: found === null ? 'no row' : `hash ${found}` },
    });
  });
}
