import { addDays } from '@jeongsan/calendar';
import type { BatchEvent } from '@jeongsan/state-machines';
import type { Batch, OpenBatch } from './batch.js';
import { failureClassOf, rejectionScope, type RejectionScope } from './failure-class.js';
import type { ProviderPayout } from './payout.js';
import type { Ruling } from './ruling.js';

/** How the request of a batch ended. `halted`: all sending was stopped before the first byte of the request was written. */
export type Answer =
  | Readonly<{ kind: 'accepted'; payouts: readonly ProviderPayout[] }>
  | Readonly<{ kind: 'refused'; code: string; detail: string }>
  | Readonly<{ kind: 'unanswered'; code: string }>
  | Readonly<{ kind: 'halted' }>;

/** Everything that follows from an answer, a listing or a decision about a batch. */
export type Outcome = Readonly<{
  event: BatchEvent;
  /** The cause: an error code of the provider, or one of ours. */
  code?: string;
  rulings: readonly Ruling[];
  /**
   * Dispatch the run again, now or at the next dispatch time. `later`: people are alerted with the reason, a missing balance or
   * a refusal that blocks the whole run.
   */
  dispatch?: 'now' | 'later: balance' | 'later: blocked';
  /**
   * The code of a refusal that named no payout of the batch: the batch is split and sent in halves to find the refused payout.
   */
  searchFor?: string;
  absentListings?: number;
}>;

type Sent = Pick<Batch, 'items' | 'schedule'>;
type Refusal = Readonly<{
  code: string;
  culprit: string | undefined;
  all: readonly string[];
  date: string;
  nextDay: string;
}>;

/** The outcome of a batch by the answer to its request. `nextDay`: the business day after today (Asia/Seoul). */
export function outcomeOf(answer: Answer, batch: Sent, nextDay: string): Outcome {
  const all = referencesOf(batch);
  switch (answer.kind) {
    case 'halted':
      return { event: 'giveBack', rulings: [] };
    case 'unanswered':
      return { event: 'lose', code: answer.code, rulings: all.map((id) => lost(id)) };
    case 'accepted':
      return accepted(batch, answer.payouts);
    case 'refused': {
      const culprit = culpritOf(batch, answer.detail);
      return afterRefusal[scopeOf(answer.code)]({
        code: answer.code,
        culprit,
        all,
        date: batch.schedule.date,
        nextDay,
      });
    }
  }
}

/**
 * Matches payouts by reference and amount. A payout that the answer lacks, or shows with another amount, has an unknown
 * outcome.
 */
function accepted({ items }: Sent, shown: readonly ProviderPayout[]): Outcome {
  const byReference = new Map(shown.map((payout) => [payout.refPayoutId, payout]));
  const rulings = items.map(({ refPayoutId: id, amount }): Ruling => {
    const payout = byReference.get(id);
    return payout?.amount.minor === BigInt(amount.value) ? { id, kind: 'follow', shown: payout } : lost(id);
  });
  return { event: rulings.every(({ kind }) => kind === 'follow') ? 'accept' : 'lose', rulings };
}

/**
 * A code that the provider's documents do not list does not say whether the payouts were taken: treat the batch as unknown and
 * read the listing.
 */
const scopeOf = (code: string): RejectionScope =>
  (rejectionScope as Readonly<Record<string, RejectionScope>>)[code] ?? 'duplicate';

const afterRefusal: Readonly<Record<RejectionScope, (refusal: Refusal) => Outcome>> = {
  duplicate: ({ code, culprit, all }) => ({ event: 'lose', code, rulings: all.map((id) => lost(id, id === culprit)) }),
  // The other payouts of the batch go out again at once. When the refusal names no payout, the batch is split in halves to find
  // the refused one.
  item: ({ code, culprit, all }) =>
    culprit === undefined
      ? { event: 'reject', code, rulings: [], searchFor: code }
      : {
          ...{ event: 'reject', code, dispatch: 'now' },
          rulings: all.map((id) => (id === culprit ? refused(id, code) : { id, kind: 'again' })),
        },
  balance: ({ code, all }) => ({ event: 'reject', code, rulings: again(all), dispatch: 'later: balance' }),
  // A payout date that was refused would be refused again: the payouts are sent for the day after.
  date: ({ code, all, date, nextDay }) => ({
    ...{ event: 'reject', code, rulings: again(all, addDays(date, 1)) },
    dispatch: date <= nextDay ? 'now' : 'later: blocked',
  }),
  setup: ({ code, all }) => ({ event: 'reject', code, rulings: again(all), dispatch: 'later: blocked' }),
};

/** The payout that a refusal names as `(refPayoutId: …)`. A batch of one payout needs no name. */
function culpritOf({ items }: Sent, detail: string): string | undefined {
  const named = /\(refPayoutId: ([^)]+)\)/.exec(detail)?.[1];
  if (items.some(({ refPayoutId }) => refPayoutId === named)) return named;
  return items.length === 1 ? items[0]?.refPayoutId : undefined;
}

/** Ends a batch of which no byte was sent: its payouts pass the gates again and are frozen into a new batch at once. */
export const freezeAnew = (batch: Sent, code: 'DATE_OVER' | 'OVERTAKEN'): Outcome => ({
  ...{ event: 'freezeAnew', code, dispatch: 'now' },
  rulings: again(referencesOf(batch)),
});

/** The provider may have the whole batch, although no answer is on record: every payout of the batch is unknown. */
export const mayBeThere = (event: 'takeOver' | 'adopt', code: string, batch: Sent): Outcome => ({
  ...{ event, code },
  rulings: referencesOf(batch).map((id) => lost(id)),
});

/**
 * The outcome of the second half of a split batch, which waited for the first half.
 * `suspect`: the first half was accepted, so the refused payout is in the second half. When one payout is left, that is the
 * refused one; the provider did not refuse it alone, so its failure class is `retry` and a hold follows only after several
 * failures in a row.
 * `clear`: the first half was refused, was not sent, or its outcome is unknown, so the second half goes out again. A dispatch
 * job is enqueued for the second half only when `first`, the outcome of the first half, enqueues none.
 */
export function outcomeOfWaiting(event: 'suspect' | 'clear', half: Batch, first: Outcome): Outcome {
  const all = referencesOf(half);
  const isEnqueued = first.dispatch !== undefined || first.searchFor !== undefined;
  if (event === 'clear')
    return { event, code: 'SEARCH_OVER', rulings: again(all), ...(!isEnqueued && { dispatch: 'now' }) };
  const code = half.suspectedOf ?? '';
  if (all.length > 1) return { event, code, rulings: [], searchFor: code };
  return {
    event,
    code,
    rulings: all.map((id) => ({ id, kind: 'refused', code, failureClass: 'retry' })),
    dispatch: 'now',
  };
}

/** After this many listings that show another amount under our reference, the payout is parked for people to decide. */
const OTHER_LISTINGS_MAX = 5;

/**
 * What a complete listing shows of a batch. `hasSettled`: the settle delay has passed in real time, so an absent payout is
 * evidence.
 */
export type Look = Readonly<{ found: readonly ProviderPayout[]; hasSettled: boolean }>;

/**
 * The outcome of an unknown batch by one look at the provider's listing, and the payouts of the batch that the listing lacked.
 */
export function outcomeOfLook(open: OpenBatch, { items }: Sent, { found, hasSettled }: Look) {
  const amounts = new Map(items.map((item) => [item.refPayoutId, BigInt(item.amount.value)]));
  const asSent = new Map(
    found
      .filter(({ refPayoutId, amount }) => typeof refPayoutId === 'string' && amounts.get(refPayoutId) === amount.minor)
      .map((payout) => [payout.refPayoutId, payout]),
  );
  const listed = new Set(found.map(({ refPayoutId }) => refPayoutId));
  const absent = open.unknown.filter((id) => !listed.has(id));
  const others = open.unknown.filter((id) => listed.has(id) && !asSent.has(id));
  const rulings = open.unknown.flatMap((id): Ruling[] => {
    const shown = asSent.get(id);
    return shown ? [{ id, kind: 'follow', shown }] : [];
  });
  const number = open.absentListings + 1;
  const again: Outcome = { event: 'lookAgain', rulings };
  // The look came before the settle delay had passed in real time: an absent payout proves nothing, whatever the platform's
  // clock says.
  if (absent.length > 0 && !hasSettled) return { outcome: again, absent: [] };
  // A payout counts as absent when two listings lack it, each read after its settle delay: one listing may have been read while
  // the request was still under way.
  const lackedBefore = new Set(open.lackedBefore);
  if (absent.some((id) => !lackedBefore.has(id))) return { outcome: { ...again, absentListings: number }, absent };
  const dispatch = absent.length > 0 && ({ dispatch: 'now' } as const);
  rulings.push(...absent.map((id): Ruling => ({ id, kind: 'absent' })));
  // A payout listed with another amount is neither paid nor absent: look at the listing again, up to OTHER_LISTINGS_MAX times.
  if (others.length > 0 && number < OTHER_LISTINGS_MAX)
    return { outcome: { ...again, ...dispatch, absentListings: number }, absent };
  rulings.push(...others.map((id): Ruling => ({ id, kind: 'parked' })));
  return { outcome: { event: 'resolve', ...dispatch, rulings } satisfies Outcome, absent };
}

const referencesOf = ({ items }: Sent): string[] => items.map(({ refPayoutId }) => refPayoutId);
const lost = (id: string, isAccused = false): Ruling => ({ id, kind: 'lost', isAccused });
const refused = (id: string, code: string): Ruling => ({
  id,
  kind: 'refused',
  code,
  failureClass: failureClassOf(code),
});
const again = (ids: readonly string[], notBefore?: string): Ruling[] =>
  ids.map((id) => ({ id, kind: 'again', ...(notBefore !== undefined && { notBefore }) }));
