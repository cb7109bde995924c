import { randomUUID } from 'node:crypto';
import { instantAt } from '@jeongsan/calendar';
import { testDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import { balanceOn, bookRefund, bookSale, listCorrectly, type Sale } from './market-day.js';
import { clientOf } from './night.js';
import { WrongProvider } from './wrong-provider.js';

/** The date of the sales, and the date of the night after them. */
export const [DAY, TODAY] = ['2026-11-18', '2026-11-19'] as const;

export type KnownDay = Readonly<{
  db: DataSource;
  provider: WrongProvider;
  api: ProviderApi;
  end: () => Promise<void>;
}>;

/** Empty books, and a provider that lists nothing yet. */
export async function knownDay(): Promise<KnownDay> {
  const { db, drop } = await testDatabase();
  const provider = new WrongProvider();
  const api = clientOf(await provider.start());
  const end = async (): Promise<void> => {
    await provider.stop();
    await drop();
  };
  return { db, provider, api, end };
}

/** A sale whose keys have a number. */
export const saleOf = (n: number, amount: bigint): Sale => ({
  ...{ paymentId: randomUUID(), orderId: `order-${n}`, paymentKey: `pay-${n}`, transactionKey: `txn-${n}`, amount },
  approvedAt: new Date(instantAt(DAY, '10:00:00').getTime() + n * 60_000),
});

/** Books sales of these amounts, the second of them given back in part, of which the provider lists what it must. */
export async function tradeOn(
  { db, provider }: Pick<KnownDay, 'db' | 'provider'>,
  amounts: readonly bigint[],
  givenBack = 0n,
): Promise<Sale[]> {
  const sales = amounts.map((amount, index) => saleOf(index + 1, amount));
  for (const one of sales) await bookSale(db, one);
  const [, sale] = sales;
  const canceledAt = instantAt(DAY, '15:00:00');
  const refunds = sale && givenBack > 0n ? [{ sale, amount: givenBack, transactionKey: 'txn-refund', canceledAt }] : [];
  for (const one of refunds) await bookRefund(db, one);
  listCorrectly(provider, [...sales, ...refunds]);
  provider.balance = balanceOn(provider.settlements, TODAY);
  return sales;
}
