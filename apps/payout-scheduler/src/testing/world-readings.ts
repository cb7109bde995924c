import type { EventName } from '@jeongsan/messaging';
import { balances, type BookedPayout, type Sandbox } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { TODAY } from './funded-sandbox.js';

/** Readers of a world: of our books and of the provider's records. */
export abstract class WorldReadings {
  abstract readonly db: DataSource;
  abstract readonly sandbox: Sandbox;
  /** The number of payouts that earlier tests left in the sandbox. */
  protected earlier = 0;

  /** The number of payouts in each state. */
  async states(): Promise<Record<string, number>> {
    const rows = await this.db.query<{ state: string; count: bigint }[]>(
      `select state, count(*) from payouts.payout group by state order by state`,
    );
    return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
  }

  /** The ids of batches that wait to be sent. */
  async prepared(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }[]>(
      `select id from payouts.batch where state = 'prepared' order by created_at, id`,
    );
    return rows.map(({ id }) => id);
  }

  async runId(businessDate = TODAY): Promise<string> {
    const [run] = await this.db.query<{ id: string }[]>(`select id from payouts.run where business_date = $1`, [
      businessDate,
    ]);
    if (!run) throw new Error(`There is no run of ${businessDate}`);
    return run.id;
  }

  /** The provider's payouts to the sellers of this test. */
  async atProvider(): Promise<BookedPayout[]> {
    const rows = await this.db.query<{ id: string }[]>(`select provider_seller_id as id from onboarding.seller`);
    const mine = new Set(rows.map((row) => row.id));
    const booked = await this.sandbox.bookedPayouts();
    return booked.slice(this.earlier).filter((p) => mine.has(p.destination));
  }

  async providerIdOf(sellerId: string): Promise<string> {
    const [row] = await this.db.query<{ id: string }[]>(
      `select provider_seller_id as id from onboarding.seller where seller_id = $1`,
      [sellerId],
    );
    return row?.id ?? '';
  }

  /** The data of all emitted events of these types, in order. */
  async heard(...types: EventName[]): Promise<Record<string, unknown>[]> {
    const rows = await this.db.query<{ data: Record<string, unknown> }[]>(
      `select data from messaging.event where type = any($1) order by created_at, sequence`,
      [types],
    );
    return rows.map(({ data }) => data);
  }

  /** The balance of a seller's account in the ledger; positive if the seller is owed money. */
  async account(sellerId: string, part: 'payable' | 'reserved'): Promise<bigint> {
    return -((await balances(this.db))[`seller:${sellerId}:${part}`] ?? 0n);
  }
}
