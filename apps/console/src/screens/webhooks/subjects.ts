import { type Place, places } from '../../layout/places.js';

/** What an event of a type is about. Types that are absent name something without a screen of its own. */
const aboutTypes: readonly (readonly [prefix: string, place: (id: string) => Place])[] = [
  ['payout-run.', places.run],
  ['payout.', places.payout],
  ['seller.', places.seller],
  ['break.', places.break],
  ['dispatch.', () => places.sending()],
];

/** Where the subject of an event is shown; null: nowhere. */
export const placeOfEvent = (eventType: string, subject: string): Place | null =>
  aboutTypes.find(([prefix]) => eventType.startsWith(prefix))?.[1](subject) ?? null;

/** Where the subject of a webhook of the provider is shown: payment/{paymentKey}. Null: the provider's own id, or nothing. */
export function placeOfWebhook(subject: string | null): Place | null {
  const paymentKey = subject?.startsWith('payment/') ? subject.slice('payment/'.length) : undefined;
  return paymentKey === undefined ? null : places.payment(paymentKey);
}
