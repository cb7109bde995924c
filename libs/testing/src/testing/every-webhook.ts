import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../sandbox.js';

const seoul = (text: string): Date => new Date(`${text}+09:00`);
const LIMIT = 10_000_000n;

/**
 * Causes the webhooks that no operation causes by itself: the end of an asynchronous cancel, the review of a sub-mall, and the
 * end of a legacy payout. To be called after every operation was; ends with every webhook delivered, on 2026-03-12.
 */
export async function everyWebhook({ api, control }: Pick<Sandbox, 'api' | 'control'>): Promise<void> {
  const order = { orderId: `order-${randomUUID().slice(0, 11)}`, orderName: '사과', amount: 100n };
  const { paymentKey } = await control.payAsBuyer({
    body: { ...order, method: '간편결제', currency: 'USD', easyPay: { provider: 'ALIPAY' } },
  });
  await api.confirmPayment({ body: { paymentKey, orderId: order.orderId, amount: order.amount } });
  const asked = await api.cancelPayment({
    params: { paymentKey },
    body: { cancelReason: '변심', cancelRequestId: 'cancel-1' },
  });
  const transactionKey = asked.cancels?.[0]?.transactionKey ?? '';
  await control.finishCancel({ params: { paymentKey, transactionKey }, body: { result: 'DONE' } });

  const subMallId = randomUUID().replaceAll('-', '').slice(0, 18);
  await api.createSubMall({
    body: {
      subMallId,
      type: 'INDIVIDUAL',
      account: { bank: '088', accountNumber: '110123456789', holderName: '이개인' },
      email: 'mall@market.example',
      phoneNumber: '01012345678',
    },
  });
  const payout = { subMallId, payoutDate: '2026-03-12', payoutAmount: 1_000n };
  await api.createLegacyPayouts({ body: [{ ...payout, payoutAmount: LIMIT + 1n }] }).catch(() => undefined);
  await control.finishSubMallKyc({ params: { subMallId } });
  await api.createLegacyPayouts({ body: [payout, { ...payout, requestId: 'another' }] });
  await control.setClock({ body: { now: seoul('2026-03-12T10:00:00') } });
  const payouts = await api.listLegacyPayouts({ query: { startDate: '2026-03-12', endDate: '2026-03-12' } });
  const [first, second] = payouts.filter((found) => found.subMallId === subMallId);
  await control.completeLegacyPayout({ params: { payoutKey: first?.payoutKey ?? '' } });
  await control.failLegacyPayout({
    params: { payoutKey: second?.payoutKey ?? '' },
    body: { code: 'BANK_REFUSED', message: '은행 거절' },
  });
  await control.setClock({ body: { now: seoul('2026-03-12T11:00:00') } });
}
