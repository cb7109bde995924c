import { addDays } from '@jeongsan/calendar';
import type { BatchEvent } from '@jeongsan/state-machines';
import type { Batch, OpenBatch } from './batch.js';
import { failureClassOf, rejectionScope, type RejectionScope } from './failure-class.js';
import type { ProviderPayout } from './payout.js';
import type { Ruling } from './ruling.js';

/** How the request of a batch ended. `halted`: all sending was stopped before its first byte. */
export type Answer =
  | Readonly<{ kind: 'accepted'; payouts: readonly ProviderPayout[] }>
  | Readonly<{ kind: 'refused'; code: string; detail: string }>
  | Readonly<{ kind: 'unanswered'; code: string }>
  | Readonly<{ kind: 'halted' }>;

/** Everything that follows from an answer, a listing or a decision about a batch. */
export type Outcome = Readonly<{
  event: BatchEvent;
  /** The cause, in a code of the provider or of ours. */
  code?: string;
  rulings: readonly Ruling[];
  /** The run is dispatched again: at once, or at the next time of dispatch, with a reason that people are told. */
  dispatch?: 'now' | 'later: balance' | 'later: blocked';
  /** The code of a refusal that named none of the payouts: the batch is sent in halves to find the one that it means. */
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

/** What becomes of a batch by the answer to its request. `nextDay`: the business day after today (Asia/Seoul). */
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

/** Payouts are matched by reference and amount; one that the answer does not show as it was sent is unknown. */
function accepted({ items }: Sent, shown: readonly ProviderPayout[]): Outcome {
  const byReference = new Map(shown.map((payout) => [payout.refPayoutId, payout]));
  const rulings = items.map(({ refPayoutId: id, amount }): Ruling => {
    const payout = byReference.get(id);
    return payout?.amount.minor === BigInt(amount.value) ? { id, kind: 'follow', shown: payout } : lost(id);
  });
  return { event: rulings.every(({ kind }) => kind === 'follow') ? 'accept' : 'lose', rulings };
}

/** A code that no document lists says nothing about what was taken: only the listing tells. */
const scopeOf = (code: string): RejectionScope =>
  (rejectionScope as Readonly<Record<string, RejectionScope>>)[code] ?? 'duplicate';

const afterRefusal: Readonly<Record<RejectionScope, (refusal: Refusal) => Outcome>> = {
  duplicate: ({ code, culprit, all }) => ({ event: 'lose', code, rulings: all.map((id) => lost(id, id === culprit)) }),
  // The other payouts are innocent and go out again at once. Without a name, the halves of the batch find the culprit.
  item: ({ code, culprit, all }) =>
    culprit === undefined
      ? { event: 'reject', code, rulings: [], searchFor: code }
      : {
          ...{ event: 'reject', code, dispatch: 'now' },
          rulings: all.map((id) => (id === culprit ? refused(id, code) : { id, kind: 'again' })),
        },
  balance: ({ code, all }) => ({ event: 'reject', code, rulings: again(all), dispatch: 'later: balance' }),
  // Refused for a day, the payouts are wanted for the day after: the same day would be refused for ever.
  date: ({ code, all, date, nextDay }) => ({
    ...{ event: 'reject', code, rulings: again(all, addDays(date, 1)) },
    dispatch: date <= nextDay ? 'now' : 'later: blocked',
  }),
  setup: ({ code, all }) => ({ event: 'reject', code, rulings: again(all), dispatch: 'later: blocked' }),
};

/** The refusal names its payout: `(refPayoutId: …)`. The only payout of a batch is meant in any case. */
function culpritOf({ items }: Sent, detail: string): string | undefined {
  const named = /\(refPayoutId: ([^)]+)\)/.exec(detail)?.[1];
  if (items.some(({ refPayoutId }) => refPayoutId === named)) return named;
  return items.length === 1 ? items[0]?.refPayoutId : undefined;
}

/** A batch of which no byte left is given up; its payouts pass the gates again and are frozen anew at once. */
export const freezeAnew = (batch: Sent, code: 'DATE_OVER' | 'OVERTAKEN'): Outcome => ({
  ...{ event: 'freezeAnew', code, dispatch: 'now' },
  rulings: again(referencesOf(batch)),
});

/** The provider may have the whole batch, though no answer of it is on record. */
export const mayBeThere = (event: 'takeOver' | 'adopt', code: string, batch: Sent): Outcome => ({
  ...{ event, code },
  rulings: referencesOf(batch).map((id) => lost(id)),
});

/**
 * What becomes of the half that waited for the other half of a refused batch. `suspect`: the other half was taken, so the payout that
 * the refusal means is in this one. The last payout left is that one; it was not refused alone, so this is held against its seller only
 * when it happens in a row. `clear`: the other half was refused itself, was not sent, or its outcome is unknown. `first`: what became of
 * the other half; where its run is dispatched again anyway, at once or after a search, the cleared payouts go out with that.
 */
export function outcomeOfWaiting(event: 'suspect' | 'clear', half: Batch, first: Outcome): Outcome {
  const all = referencesOf(half);
  const isPromised = first.dispatch !== undefined || first.searchFor !== undefined;
  if (event === 'clear')
    return { event, code: 'SEARCH_OVER', rulings: again(all), ...(!isPromised && { dispatch: 'now' }) };
  const code = half.suspectedOf ?? '';
  if (all.length > 1) return { event, code, rulings: [], searchFor: code };
  return {
    event,
    code,
    rulings: all.map((id) => ({ id, kind: 'refused', code, failureClass: 'retry' })),
    dispatch: 'now',
  };
}

/** As many listings as show another amount under our reference before people are asked. */
const OTHER_LISTINGS_MAX = 5;

/** What a complete listing showed of a batch. `hasSettled`: so much real time has passed that an absent payout is evidence. */
export type Look = Readonly<{ found: readonly ProviderPayout[]; hasSettled: boolean }>;

/** What becomes of an unknown batch by a look at the listing, and which of its payouts that listing lacked. */
export function outcomeOfLook(open: OpenBatch, { items }: Sent, { found, hasSettled }: Look) {
  const amounts = new Map(items.map((item) => [item.refPayoutId, BigInt(item.amount.value)]));
  const asSent = new Map(
    found
      .filter(({ refPayoutId, amount }) => refPayoutId !== null && amounts.get(refPayoutId) === amount.minor)
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
  // This look was too early to prove that something is not there, whatever the platform's clock said.
  if (absent.length > 0 && !hasSettled) return { outcome: again, absent: [] };
  // Absent is what two listings lacked, each after its settle delay: one alone may have been taken while the request was under way.
  const lackedBefore = new Set(open.lackedBefore);
  if (absent.some((id) => !lackedBefore.has(id))) return { outcome: { ...again, absentListings: number }, absent };
  const dispatch = absent.length > 0 && ({ dispatch: 'now' } as const);
  rulings.push(...absent.map((id): Ruling => ({ id, kind: 'absent' })));
  // Neither paid nor absent: the provider is looked at again until that changes.
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
