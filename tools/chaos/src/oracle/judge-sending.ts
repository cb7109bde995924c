import type { BookPayout, Evidence, OurPayout } from './evidence.js';

/** Tolerance between sending and recording: two processes on a busy machine. */
const WIRE_LAG_MS = 1_000;

/** Batches are accepted or refused whole; each was sent once, and only while its sender held the fence. */
export function judgeSending({ payouts, book, sent, fences }: Evidence): string[] {
  const byRef = new Map(book.map((payout) => [payout.refPayoutId ?? '', payout]));
  const batches = new Map<string, OurPayout[]>();
  for (const payout of payouts) {
    if (payout.batchId !== null) batches.set(payout.batchId, [...(batches.get(payout.batchId) ?? []), payout]);
  }
  return [
    ...[...batches].flatMap(([batchId, members]) => partial(batchId, members, byRef)),
    ...[...sent].flatMap(([batchId, times]) => [
      ...(times.length > 1 ? [`batch ${batchId} was sent ${times.length} times (I16)`] : []),
      ...late(batchId, times, fences),
    ]),
    ...backwards(fences),
  ];
}

function partial(batchId: string, members: readonly OurPayout[], book: ReadonlyMap<string, BookPayout>): string[] {
  const taken = members.filter(({ ref }) => book.has(ref)).length;
  return taken === 0 || taken === members.length
    ? []
    : [`the provider has ${taken} of the ${members.length} payouts of batch ${batchId} (I10)`];
}

/** Another worker had taken the batch over before its bytes were sent. */
function late(batchId: string, times: readonly Date[], fences: Evidence['fences']): string[] {
  const takenOver = fences.find((move) => move.batchId === batchId && move.fence > 1n);
  return takenOver && times.some((at) => at.getTime() > takenOver.at.getTime() + WIRE_LAG_MS)
    ? [`batch ${batchId} was sent after its fence was lost (I16)`]
    : [];
}

function backwards(fences: Evidence['fences']): string[] {
  const last = new Map<string, bigint>();
  return fences.flatMap(({ batchId, fence }) => {
    const before = last.get(batchId) ?? 0n;
    last.set(batchId, fence);
    return fence < before ? [`the fence of batch ${batchId} went back to ${fence} (I16)`] : [];
  });
}
