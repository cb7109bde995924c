import { payoutMachine, type PayoutState } from '@jeongsan/state-machines';
import type { PayoutStatus } from '@jeongsan/provider-contract';
import type { BookPayout, Evidence, OurPayout } from './evidence.js';

/** The provider's statuses that fit each final state of ours; null: the provider must not have the payout. */
const endings: Readonly<Partial<Record<PayoutState, readonly (PayoutStatus | null)[]>>> = {
  paid: ['COMPLETED'],
  failed: ['FAILED', 'REJECTED', 'CANCELED', 'DELETED'],
  returned: ['FAILED', 'REJECTED', 'CANCELED', 'DELETED'],
  refused: [null],
  released: [null],
};
/** Final states that need a recorded reason for people. */
const needsReason: ReadonlySet<PayoutState> = new Set(['failed', 'returned', 'refused']);
const LISTINGS_NEEDED = 2;

/** Each payout ended as the provider says, by legal steps, and was announced correctly. */
export function judgePayouts(evidence: Evidence): string[] {
  const book = new Map<string, BookPayout[]>();
  for (const payout of evidence.book) {
    const ref = payout.refPayoutId ?? '';
    book.set(ref, [...(book.get(ref) ?? []), payout]);
  }
  const ours = new Set(evidence.payouts.map(({ ref }) => ref));
  return [
    ...[...book.keys()].filter((ref) => !ours.has(ref)).map((ref) => `nobody promised payout ${ref} (I1)`),
    ...evidence.payouts.flatMap((payout) => [
      ...ending(payout, book.get(payout.ref) ?? []),
      ...wrongEvents(payout, evidence),
    ]),
    ...evidence.moves.flatMap(({ payoutId, was, became, absentListings }) => {
      const isLegal = (Object.values(payoutMachine.table[was as PayoutState] ?? {}) as string[]).includes(became);
      if (!isLegal) return [`payout ${payoutId} went from ${was} to ${became} (I5)`];
      const isProven = was !== 'unknown' || became !== 'reserved' || (absentListings ?? 0) + 1 >= LISTINGS_NEEDED;
      return isProven ? [] : [`payout ${payoutId} left unknown after ${absentListings ?? 0} listings (I11)`];
    }),
  ];
}

function ending({ ref, state, amount, failureCode, runState }: OurPayout, book: readonly BookPayout[]): string[] {
  const [only] = book;
  const found: string[] = [];
  if (book.length > 1) found.push(`the provider has ${book.length} payouts ${ref} (I1)`);
  if (only && only.amount.minor !== amount)
    found.push(`payout ${ref} is of ${amount} won here and of ${only.amount.minor} at the provider (I1)`);
  const allowed: readonly (string | null)[] | undefined = endings[state];
  // Open payouts are reported by the wait for rest.
  if (allowed && !allowed.includes(only?.status ?? null))
    found.push(`payout ${ref} is ${state} here and ${only?.status ?? 'unknown'} at the provider (I2)`);
  if (needsReason.has(state) && failureCode === null) found.push(`payout ${ref} is ${state} for no reason (I2)`);
  if (runState === 'stopped') found.push(`the run of payout ${ref} was stopped as not approved (I2)`);
  return found;
}

const announcedStates: ReadonlySet<string> = new Set([
  'in_transit',
  'paid',
  'failed',
  'refused',
  'released',
  'returned',
]);

/** Each announced step has one event, the events are numbered in order, and the last one has the final state. */
function wrongEvents({ id, state }: OurPayout, { announced, moves }: Evidence): string[] {
  const events = announced.filter(({ payoutId }) => payoutId === id);
  const steps = moves.filter(({ payoutId, became }) => payoutId === id && announcedStates.has(became));
  const isNumbered = events.every(({ sequence }, index) => sequence === BigInt(index + 1));
  const isWhole = events.length === steps.length && events.every(({ status }, i) => status === steps[i]?.became);
  const isLast = !announcedStates.has(state) || events.at(-1)?.status === state;
  return isNumbered && isWhole && isLast ? [] : [`payout ${id} became ${state}, and its events do not say so (I15)`];
}
