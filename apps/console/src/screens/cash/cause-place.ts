import type { ItemOf } from '../../api/names.js';
import { type Place, places } from '../../layout/places.js';

type Owed = Pick<ItemOf<'listPaymentDeadlines'>, 'orderId' | 'sellerId'>;
type To = (owed: Owed) => Place;

const toOrder: To = ({ orderId }) => places.order(orderId);
const toPayouts: To = ({ sellerId }) => places.sellerPart(sellerId, 'payouts');
const toStatements: To = ({ sellerId }) => places.sellerPart(sellerId, 'statements');
const toSeller: To = ({ sellerId }) => places.seller(sellerId);
const toHolds: To = ({ sellerId }) => places.sellerPart(sellerId, 'holds', { open: 'true' });

const known: Readonly<Record<string, To>> = {
  WAITS_FOR_DELIVERY: toOrder,
  WAITS_FOR_CONFIRMATION: toOrder,
  NOT_MATURED: toOrder,
  NOT_SETTLED_BY_PROVIDER: toOrder,
  SETTLEMENT_DISPUTED: toOrder,
  WAITS_FOR_MATURING: toOrder,
  WAITS_FOR_STATEMENT: toStatements,
  CARRIED: toStatements,
  BELOW_MINIMUM: toStatements,
  WEEKLY_LIMIT: toSeller,
  NOT_PAYABLE: toSeller,
  ACCOUNT_CHANGED: ({ sellerId }) => places.sellerPart(sellerId, 'accounts'),
  TAX_INVOICE_MISSING: ({ sellerId }) => places.taxInvoices({ sellerId }),
  IN_RESERVE: ({ sellerId }) => places.sellerPart(sellerId, 'reserves', { open: 'true' }),
  FUTURE_DEBITS: ({ sellerId }) => places.cancels({ sellerId }),
  WAITS_FOR_DISPATCH: toPayouts,
  AT_THE_BANK: toPayouts,
  OUTCOME_UNKNOWN: toPayouts,
  FAILED_RETRY: toPayouts,
  FAILED_SELLER_MUST_ACT: toPayouts,
  FAILED_TERMINAL: toPayouts,
};

/** Where a person sees, and mends, why a line is not paid. A cause of no list is the reason of a hold: operators write those. */
export const placeOfCause = (cause: string, owed: Owed): Place => (known[cause] ?? toHolds)(owed);
