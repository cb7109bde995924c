import { addDays, businessDateOf, type DateText, monthEndOf } from '@jeongsan/calendar';
import type { PaymentMethodName } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import type { PaymentRow } from './payment-row.js';

type LastDay = (approvedOn: DateText) => DateText | undefined;
const never: LastDay = () => undefined;
// ASSUMED: the windows are published in days; they are counted in calendar days of Seoul, the last one included.
const after =
  (days: number): LastDay =>
  (approvedOn) =>
    addDays(approvedOn, days);

// ASSUMED: no window is published for gift certificates and for easy pay; they are taken to have none.
/** The last day on which a payment made on a day can be canceled; undefined: no limit. */
// prettier-ignore
const lastDay = {
  카드:       never,
  간편결제:     never,
  계좌이체:     after(180),
  가상계좌:     after(365),
  휴대폰:      monthEndOf,
  문화상품권:    never,
  도서문화상품권: never,
  게임문화상품권: never,
} as const satisfies Record<PaymentMethodName, LastDay>;
const ABROAD_DAYS = 180;

/** Throws Refused for a payment too old to be canceled. `abroad`: paid through PayPal or another foreign provider. */
export function assertWithinCancelWindow(
  { method, approvedAt }: Pick<PaymentRow, 'method' | 'approvedAt'>,
  options: Readonly<{ now: Date; abroad: boolean }>,
): void {
  if (approvedAt === null) return;
  const approvedOn = businessDateOf(approvedAt);
  const last = options.abroad ? addDays(approvedOn, ABROAD_DAYS) : lastDay[method](approvedOn);
  if (last !== undefined && businessDateOf(options.now) > last) throw new Refused('EXCEED_MAX_REFUND_DUE');
}
