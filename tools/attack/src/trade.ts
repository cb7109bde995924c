import type { Platform } from '@jeongsan/market';
import { plainTerms } from '@jeongsan/settlement';

const SELLERS = ['seller-1', 'seller-2', 'seller-3'];
const ORDERS = 12;

/** A little trade, so that wrong requests can speak of things that exist. Returns what was answered. */
export async function trade({ onboarding, terms, gateway, control }: Platform['clients']): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [index, sellerId] of SELLERS.entries()) {
    answers.push(
      await onboarding.applySeller({
        body: {
          sellerId,
          businessType: 'INDIVIDUAL',
          name: `판매자${index}`,
          email: `${sellerId}@market.example`,
          phone: `0101234567${index}`,
          account: { bankCode: '088', accountNumber: `11012345678${index}`, holderName: `판매자${index}` },
        },
      }),
    );
    answers.push(
      await terms.setTerms({
        params: { sellerId },
        body: { effectiveFrom: '2026-05-01', ...plainTerms({ commissionRate: 10_000 }) },
      }),
    );
  }
  for (let number = 0; number < ORDERS; number += 1) answers.push(...(await buy({ gateway, control }, number)));
  return answers;
}

async function buy(
  { gateway, control }: Pick<Platform['clients'], 'gateway' | 'control'>,
  number: number,
): Promise<unknown[]> {
  const amount = 10_000n + BigInt(number);
  const orderId = `ORDER-${number}`;
  const orderName = '상품';
  const sellerId = SELLERS[number % SELLERS.length] ?? '';
  const order = await gateway.createOrder({
    body: {
      orderId,
      orderName,
      orderedAt: new Date('2026-05-07T12:00:00+09:00'),
      totalAmount: amount,
      lines: [{ lineId: 'line-1', sellerId, category: 'books', amount, taxFreeAmount: 0n, discountAmount: 0n }],
    },
  });
  if (number % 2 === 1) return [order];
  const { paymentKey } = await control.payAsBuyer({ body: { method: '카드', amount, orderId, orderName } });
  return [order, await gateway.confirmOrderPayment({ body: { paymentKey, orderId, amount } })];
}
