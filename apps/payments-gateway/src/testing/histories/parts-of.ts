import { assumed, fill, isPaid, remainingOf, type Plan, type ProviderPayment } from '@jeongsan/provider-walks';
import type { Random } from '@jeongsan/random';
import type { DataSource } from 'typeorm';
import type { cancelPayment } from '../../cancels/cancel-payment/cancel-payment.js';
import { findPayment } from '../../payments/payment-record.js';

type Asked = Parameters<typeof cancelPayment>[1]['asked'];
type Notes = Readonly<{ db: DataSource; random: Random; noted: Map<string, readonly bigint[]> }>;

/** Notes the parts of the lines for the proof, and names them in half of the requests. */
export async function partsOf(
  { db, random, noted }: Notes,
  { plan: { facts }, seen }: Readonly<{ plan: Plan; seen: ProviderPayment }>,
  { cancelReason, cancelAmount }: Asked,
): Promise<Pick<Asked, 'lines' | 'cancelAmount'>> {
  const known = await findPayment(db, seen.paymentKey);
  if (!known || known.orderId === null || !isPaid(seen)) return {};
  const left = remainingOf(facts.lines, seen, noted);
  const amount = cancelAmount ?? seen.balanceAmount;
  const isNamed = random.chance(0.5);
  const parts = isNamed ? fill(left, amount) : assumed(amount, left, facts.lines);
  noted.set(cancelReason, parts);
  if (!isNamed) return {};
  const lines = facts.lines.map(({ lineId }, index) => ({ lineId, amount: parts[index] ?? 0n }));
  return { lines: lines.filter((line) => line.amount > 0n), cancelAmount: amount };
}
