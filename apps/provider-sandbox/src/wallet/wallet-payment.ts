import { type PaymentDetails, noDetails } from '../payments/payment-row.js';
import { installmentTerms } from '../promotions/installment-terms.js';
import { randomDigits } from '../ids.js';
import type { Call } from '../world.js';
import type { CardRow, MethodRow } from './method.js';

/** The payment method's Korean name for a wallet method. */
export const paymentMethodOf = (method: MethodRow) => (method.kind === 'CARD' ? '카드' : '계좌이체');

export type Plan = Readonly<{ amount: bigint; months: number; useCardPoint: boolean }>;

/** The answer of the method's card company or bank to a payment. */
export async function detailsOfMethod(call: Call, method: MethodRow, plan: Plan): Promise<PaymentDetails> {
  if (method.kind === 'CARD') return { ...noDetails, card: await cardDetails(call, method, plan) };
  return { ...noDetails, transfer: { bankCode: method.institution, settlementStatus: 'INCOMPLETED' } };
}

async function cardDetails(call: Call, card: CardRow, plan: Plan): Promise<NonNullable<PaymentDetails['card']>> {
  const { amount, months, useCardPoint } = plan;
  return {
    amount,
    issuerCode: card.institution,
    acquirerCode: card.institution,
    number: card.number,
    approveNo: randomDigits(8),
    useCardPoint,
    cardType: card.cardType,
    ownerType: card.ownerType,
    acquireStatus: 'READY',
    ...(await installmentTerms(call, { payType: 'WALLET', issuerCode: card.institution, amount, months })),
  };
}

/** Stores the method of a payment, which becomes a used method with the approval. */
export async function rememberMethod({ sql }: Call, paymentKey: string, method: MethodRow): Promise<void> {
  await sql.rows('insert into wallet_payment (payment_key, method_id) values ($1, $2)', [paymentKey, method.id]);
}

export async function markUsed({ sql, now }: Call, paymentKey: string): Promise<void> {
  await sql.rows(
    'update wallet_method set last_used_at = $2 from wallet_payment where payment_key = $1 and wallet_method.id = method_id',
    [paymentKey, now],
  );
}
