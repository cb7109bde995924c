import { randomBytes, randomUUID } from 'node:crypto';
import { buyerPays, registerSeller, storeSellers, type Sandbox, type TestDatabase } from '@jeongsan/testing';

export type Seller = Readonly<{ sellerId: string; providerSellerId: string }>;

/** A sale of long ago, settled since: what the provider will pay out. */
const SALE = 500_000_000n;
const SOLD_AT = new Date('2026-05-04T01:00:00Z');

/** Gives the platform money at the provider, and has the banks take a minute of the sandbox's time. */
export async function fundProvider(sandbox: Sandbox, startsAt: Date): Promise<void> {
  const { control } = sandbox;
  await control.setClock({ body: { now: SOLD_AT, mode: 'running' } });
  await buyerPays(sandbox, { orderId: `order-${randomUUID()}`, amount: SALE });
  await control.setClock({ body: { now: startsAt, mode: 'running' } });
  await control.changeSettings({ body: { payoutCompletionSeconds: 60 } });
}

/** A seller that both sides know and that may be paid without limit. Its terms are still to be set. */
export async function approvedSeller({ db }: TestDatabase, sandbox: Sandbox, sellerId: string): Promise<Seller> {
  const providerSellerId = await registerSeller(sandbox, {
    // Many platforms share one provider here.
    refSellerId: randomBytes(8).toString('hex'),
    account: { bankCode: '088', accountNumber: `11012${sellerId.length}4567` },
    isApproved: true,
  });
  await storeSellers(db, [{ sellerId, providerSellerId, state: 'approved' }]);
  return { sellerId, providerSellerId };
}
