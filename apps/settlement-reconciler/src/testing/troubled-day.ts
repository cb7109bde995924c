import { booksAreSound, testDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import { listCorrectly, refund, type Sale, sell } from './market-day.js';
import { clientOf } from './night.js';
import { WrongProvider } from './wrong-provider.js';

export type TroubledDay = Readonly<{
  db: DataSource;
  provider: WrongProvider;
  api: ProviderApi;
  first: Sale;
  /** Checks the books and stops all. */
  end: () => Promise<void>;
}>;

/** A day of six sales and a refund, of which a provider lists seven rows: three pages in each listing, until a test spoils them. */
export async function troubledDay(): Promise<TroubledDay> {
  const { db, drop } = await testDatabase();
  const provider = new WrongProvider();
  const api = clientOf(await provider.start());
  const first = await sell(db, 'sale1', 10_000n);
  const sales = [first];
  for (let i = 2; i <= 6; i += 1) sales.push(await sell(db, `sale${i}`, BigInt(i) * 10_000n));
  listCorrectly(provider, [...sales, await refund(db, first, 'refund', 4_000n)]);
  const end = async (): Promise<void> => {
    await booksAreSound(db);
    await provider.stop();
    await drop();
  };
  return { db, provider, api, first, end };
}

export const isPage = (url: URL, path: string, part: string): boolean =>
  url.pathname === `/v1/${path}` && url.search.includes(part);
