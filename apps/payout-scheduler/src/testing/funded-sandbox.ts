import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '@jeongsan/testing';

/** The instant of a local time in Asia/Seoul. */
export const seoul = (time: string): Date => new Date(`${time}+09:00`);

/**
 * TODAY is a Monday without a holiday, then the day after it, and ten o'clock of TODAY in Seoul, when EXPRESS is open.
 */
export const TODAY = '2026-05-11';
export const TOMORROW = '2026-05-12';
export const TEN_OCLOCK = seoul(`${TODAY}T10:00:00`);

export type Funding = Readonly<{
  /** The platform's available balance at the provider in won, from a sale settled last week. */
  funds?: bigint;
  /** The number of seeded sellers that have passed KYC; as many that have not are seeded too. */
  planted?: number;
}>;

const FUNDS = 40_000_000_000n;
const PLANT = 7;
/** The number of kinds of sellers that the sandbox seeds in turn; none of the deleted ones is payable. */
const SELLER_KINDS = 4;
const placeOf = { limited: 1, approved: 3 } as const;

/** A sandbox with money to pay out, whose banks finish transfers on command only. */
export async function fundedSandbox({ funds = FUNDS, planted = 0 }: Funding = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(join(__dirname, '../../..'));
  await sandbox.control.setClock({ body: { now: seoul('2026-05-04T10:00:00'), mode: 'running' } });
  // The sellers are seeded before there is money, so that none of them gets a seeded payout.
  if (planted > 0) {
    const sellers = planted * SELLER_KINDS;
    await sandbox.control.seed({ body: { seed: PLANT, payments: 0, sellers, days: 1 } });
  }
  const sale = { orderId: `order-${randomUUID()}`, amount: funds };
  const { paymentKey } = await sandbox.control.payAsBuyer({
    body: { ...sale, method: '계좌이체', orderName: 'world' },
  });
  await sandbox.api.confirmPayment({ body: { ...sale, paymentKey } });
  return sandbox;
}

/** The provider's id of the n-th seeded seller of a kind, counted from 0. */
export function plantedSeller(kind: keyof typeof placeOf, n: number): string {
  const place = String(n * SELLER_KINDS + placeOf[kind]).padStart(5, '0');
  return `seller_s${PLANT.toString(16).padStart(8, '0')}${place}`;
}

/** The ids of `count` seeded sellers of a kind, from the given one on. */
export const plantedSellers = (kind: keyof typeof placeOf, count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => plantedSeller(kind, from + n));
