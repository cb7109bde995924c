import { won } from '@jeongsan/money';
import { charged, customerKey, issued as billingKeyIssued } from './billing.js';
import { issued as accountIssued } from './accounts.js';
import { funded, paid } from './buyer.js';
import { bought, onSale } from './links.js';
import type { Sandbox } from './sandbox.js';
import { approved, payoutItem } from './sellers.js';
import { corporateMall, legacyItem } from './sub-malls.js';
import { joined, withCard } from './wallet-customer.js';

/** The names that a merchant chooses itself: two merchants may choose the same ones. */
export const ORDER_ID = 'order-of-the-merchant';
const REF_PAYOUT_ID = 'payout-of-the-merchant';
const RESERVE_NUMBER = '10000001';

export type Filled = Awaited<ReturnType<typeof filled>>;

/** Creates one object of every kind at the provider; returns their keys, by the names of the contract's path parameters. */
export async function filled(sandbox: Sandbox) {
  const { provider } = sandbox;
  await funded(sandbox, 30_000_000n);
  const { paymentKey } = await paid(sandbox, 10_000n, { orderId: ORDER_ID });
  const { paymentKey: waiting } = await accountIssued(sandbox);
  const { billingKey } = await billingKeyIssued(sandbox);
  const { paymentKey: subscription } = await charged(sandbox, billingKey);
  const { receiptKey } = await provider.issueCashReceipt({
    body: {
      amount: 10_000n,
      orderId: 'receipt-1',
      orderName: '사과',
      type: '소득공제',
      customerIdentityNumber: '01012345678',
    },
  });
  const { id: sellerId } = await approved(sandbox);
  const payouts = await provider.createPayouts({
    body: [
      payoutItem(sellerId, 1_000n, { refPayoutId: REF_PAYOUT_ID, scheduleType: 'SCHEDULED', payoutDate: '2026-03-12' }),
    ],
  });
  const payoutId = payouts.entityBody.items[0]?.id ?? '';
  await provider.createSubMall({ body: corporateMall });
  await provider.createLegacyPayouts({ body: [legacyItem(1_000n, { payoutDate: '2026-03-12' })] });
  const [legacy] = await provider.listLegacyPayouts({ query: { startDate: '2026-03-01', endDate: '2026-03-31' } });
  const { productKey } = await onSale(sandbox);
  const { orderKey } = await bought(sandbox, productKey);
  const reserved = await provider.createReservation({
    body: {
      arsType: 'PAYMENT',
      reserveNumber: RESERVE_NUMBER,
      payment: { method: 'CARD', amount: won(15_000n), orderName: '이불', customerMobilePhone: '01012345678' },
    },
  });
  const wallet = await joined(sandbox, customerKey);
  const { methodKey } = await withCard(sandbox, customerKey);
  return {
    paymentKey,
    waiting,
    billingKey,
    subscription,
    receiptKey,
    sellerId,
    payoutId,
    payoutKey: legacy?.payoutKey ?? '',
    productKey,
    orderKey,
    reservationId: reserved.entityBody.id,
    methodKey,
    accessToken: wallet.token.accessToken,
  };
}
