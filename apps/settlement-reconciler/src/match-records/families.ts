import { addDays } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { BreakClass } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { bankDifferences } from '../match-bank/bank-differences.js';
import { orderDifferences } from '../match-orders/order-differences.js';
import { endedWithoutMoney, payoutDifferences } from '../match-payouts/payout-differences.js';
import { syncing, trying } from '../report-breaks/report-breaks.js';
import { daysAtHand } from './days-at-hand.js';
import { recordDifferences } from './record-differences.js';
import type { RulesInForce } from './rules-in-force.js';
import { suspectKeys } from './suspects.js';
import type { MatchWindow } from './windows.js';

export type FamilyWindow = MatchWindow &
  Readonly<{
    now: Date;
    rules: RulesInForce;
    /** The day before the run. */
    yesterday: string;
    soldAfter: readonly string[];
    soldUntil: readonly string[];
    /** The last day whose transactions must have a settlement row, and the last day for which a missing row is overdue. */
    dueThrough: string;
    overdueThrough: string;
  }>;
type Values = Readonly<Record<string, NonNullable<unknown> | null>>;

/** Records that are compared by one statement. */
export type Family = Readonly<{
  classes: readonly BreakClass[];
  sync: ReturnType<typeof syncing>;
  /** The number of breaks that `sync` would leave open, by class, and the differences themselves; neither writes. */
  tried: ReturnType<typeof trying>;
  list: ReturnType<typeof syncing>;
  /** The parameters of these statements; some are found by a statement of their own. */
  values: (tx: Executor, window: FamilyWindow) => Promise<Values>;
}>;

/** Where a difference shows its seller: the only one of its order's lines, or its own evidence. */
const sellers = {
  order: {
    id: 'seller.seller_id',
    join: `left join lateral (select min(l.seller_id) as seller_id from gateway.order_line l where l.order_id = d.order_id
                               having min(l.seller_id) = max(l.seller_id)) seller on true`,
  },
  evidence: { id: `d.evidence -> 'ours' ->> 'sellerId'`, join: '' },
} as const;
type SellerIn = keyof typeof sellers;

/**
 * SQL: the differences above their class's tolerance, with their seller. Rows of the query: (class, subject, expected, found, amount,
 * currency, evidence, order_id, payment_key).
 */
const reported = (query: string, sellerIn: SellerIn): string => `
  select d.class, d.subject, d.expected, d.found, d.amount, d.currency, d.evidence, d.order_id, d.payment_key,
         ${sellers[sellerIn].id} as seller_id
    from (${query}) d
    left join unnest(:ruleClasses::text[], :ruleTolerances::bigint[]) as rule(class, tolerance) on rule.class = d.class
    ${sellers[sellerIn].join}
   where rule.tolerance is null or d.amount is null or abs(d.amount) > rule.tolerance`;

/** SQL: the columns of a difference under the names of the type. */
const listed = (differences: string): string => `
  select class, subject, expected, found, amount, currency, evidence, order_id as "orderId", payment_key as "paymentKey",
         seller_id as "sellerId"
    from (${differences}) found where class = any(:classes::text[])`;

const family = (
  classes: readonly BreakClass[],
  query: string,
  sellerIn: SellerIn,
  values: (window: FamilyWindow, tx: Executor, classes: readonly BreakClass[]) => Values | Promise<Values>,
): Family => {
  const differences = reported(query, sellerIn);
  return {
    ...{ classes, sync: syncing(differences), tried: trying(differences), list: statement(listed(differences)) },
    values: async (tx, window) => ({ ...(await values(window, tx, classes)), ...window.rules.tolerances }),
  };
};

// prettier-ignore
export const families: readonly Family[] = [
  family(
    ['MISSING_TRANSACTION', 'UNKNOWN_TRANSACTION', 'DUPLICATE_TRANSACTION', 'ORPHAN_CANCEL', 'SWAPPED_KEYS', 'TRANSACTION_PAYMENT',
     'TRANSACTION_SIGN', 'TRANSACTION_CURRENCY', 'TRANSACTION_AMOUNT', 'TRANSACTION_STATUS', 'FOREIGN_CURRENCY', 'MISSING_SETTLEMENT',
     'OVERDUE_SETTLEMENT', 'UNKNOWN_SETTLEMENT', 'DUPLICATE_SETTLEMENT', 'SETTLEMENT_PAYMENT', 'SETTLEMENT_SIGN', 'SETTLEMENT_CURRENCY',
     'SETTLEMENT_AMOUNT', 'SETTLEMENT_ARITHMETIC', 'SETTLEMENT_FEE', 'SETTLEMENT_VAT', 'SETTLEMENT_PAYOUT_AMOUNT'],
    recordDifferences, 'order',
    async ({ days, now, downloads, dueThrough, overdueThrough, ...sold }, tx, classes) =>
      ({ now, dueThrough, overdueThrough, suspects: await suspectKeys(tx, { ...daysAtHand(days, sold), downloads, classes, now }) }),
  ),
  family(['ORDER_AMOUNT', 'UNALLOCATED'], orderDifferences, 'order',
    ({ days, yesterday, rules }) => ({ days, unallocatedThrough: addDays(yesterday, -rules.daysOf('UNALLOCATED')) })),
  family(['MISSING_PAYOUT', 'UNKNOWN_PAYOUT', 'DUPLICATE_PAYOUT', 'PAYOUT_AMOUNT', 'PAYOUT_STATUS'], payoutDifferences, 'evidence',
    ({ payoutDays, yesterday, rules }) => ({ endedWithoutMoney, payoutDays, missingPayoutThrough: addDays(yesterday, -rules.daysOf('MISSING_PAYOUT')) })),
  family(
    ['MISSING_DEPOSIT', 'UNKNOWN_DEPOSIT', 'DEPOSIT_AMOUNT', 'MISSING_WITHDRAWAL', 'UNKNOWN_WITHDRAWAL', 'WITHDRAWAL_AMOUNT', 'PAYOUT_FEE'],
    bankDifferences, 'evidence',
    ({ days, now, yesterday, rules }) =>
      ({ days, now, yesterday, depositDays: rules.daysOf('MISSING_DEPOSIT'), withdrawalDays: rules.daysOf('MISSING_WITHDRAWAL') }),
  ),
];
