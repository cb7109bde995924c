import { useQueries } from '@tanstack/react-query';
import { useMay } from '../../api/session.js';
import { kinds } from './kinds.js';
import type { Proposal } from './proposal.js';

/** The oldest first: what waits longest is looked at first. */
const byAge = (a: Proposal, b: Proposal): number => a.at.localeCompare(b.at);

/** Every proposal that waits for a second person, over all services. */
export function useProposals() {
  const may = useMay();
  const readable = kinds.filter(({ needs }) => may(needs));
  const reads = useQueries({ queries: readable.map(({ read }) => read) });
  const proposals = reads.flatMap(({ data }, index) =>
    data === undefined ? [] : (readable[index]?.proposalsIn(data) ?? []),
  );
  return {
    proposals: proposals.sort(byAge),
    isLoading: reads.some(({ isPending }) => isPending),
    failed: reads.find(({ error, data }) => error !== null && data === undefined),
  };
}
