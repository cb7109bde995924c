import { CallError } from '@jeongsan/http-contract';
import { paidForOrder, type Order } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';
import { registrationOf } from './place-order.js';

/** A payment in dollars that was sent through the gateway, and the code with which it was refused. */
export type RefusedInDollars = Readonly<{ orderId: string; paymentKey: string; code: string }>;

const DOLLARS = { method: '간편결제', currency: 'USD', easyPay: { provider: 'PAYPAL' } } as const;
const BESIDE_US = { orderId: 'USD-BESIDE-US', orderName: 'Gift box to Boston', amount: 120n } as const;

/** A buyer of a registered order chooses to pay in dollars. The gateway refuses; the order can still be paid in won. */
export async function payInDollarsThroughUs({ control, gateway }: Clients, order: Order): Promise<RefusedInDollars> {
  const { orderId, orderName } = order;
  const amount = paidForOrder(order);
  await gateway.createOrder({ body: registrationOf(order, orderId) });
  const { paymentKey } = await control.payAsBuyer({ body: { ...DOLLARS, orderId, orderName, amount } });
  const code = await gateway.confirmOrderPayment({ body: { paymentKey, orderId, amount } }).then(
    () => 'DONE',
    (error: unknown) => {
      if (error instanceof CallError) return error.code;
      throw error;
    },
  );
  return { orderId, paymentKey, code };
}

/** The market's own servers confirm a payment in dollars at the provider, for an order that they never register. */
export async function payInDollarsBesideUs({ control, provider }: Clients): Promise<void> {
  const { orderId, amount } = BESIDE_US;
  const { paymentKey } = await control.payAsBuyer({ body: { ...DOLLARS, ...BESIDE_US } });
  await provider.confirmPayment({ body: { paymentKey, orderId, amount } }, { idempotencyKey: orderId });
}

const OPEN_BREAKS_MAX = 100;

/** An operator declares the breaks of money in another currency as expected, with evidence, and a second person agrees. */
export async function closeForeignBreaks({ reconciler, breakApprover }: Clients): Promise<void> {
  const { items } = await reconciler.listBreaks({ query: { open: 'true', limit: OPEN_BREAKS_MAX } });
  for (const { id, class: kind, businessDate, found } of items) {
    if (kind !== 'FOREIGN_CURRENCY') continue;
    const note = `PayPal 정산서 statement of ${businessDate}, ${found ?? ''}`;
    const body = { reason: '해외 결제, 원화 정산 대상 아님', note };
    await reconciler.explainBreak({ params: { breakId: id }, body }).catch(unlessDecided);
    const { decisions } = await reconciler.getBreak({ params: { breakId: id } });
    const waiting = decisions.find(({ state }) => state === 'proposed');
    if (waiting) await breakApprover.approveBreakDecision({ params: { decisionId: waiting.id } }).catch(unlessDecided);
  }
}

/** A repeat whose first answer was lost finds the settlement proposed, or the break settled. */
function unlessDecided(error: unknown): void {
  const codes = ['BREAK_STATE', 'BREAK_DECISION_OPEN', 'BREAK_DECISION_STATE'];
  if (!(error instanceof CallError && codes.includes(error.code))) throw error;
}
