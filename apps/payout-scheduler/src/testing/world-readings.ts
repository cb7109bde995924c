import type { EventName } from '@jeongsan/messaging';
import { balances, type BookedPayout, type Sandbox } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { TODAY } from './funded-sandbox.js';

/** What a test reads of a world: our books, and the provider's. */
export abstract class WorldReadings {
  abstract readonly db: DataSource;
  abstract readonly sandbox: Sandbox;
  /** How many payouts the sandbox had before, of other tests. */
  protected earlier = 0;

  /** How many payouts are in each state. */
  async states(): Promise<Record<string, number>> {
    const rows = await this.db.query<{ state: string; count: bigint }[]>(
      `select state, count(*) from payouts.payout group by state order by state`,
    );
    return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
  }

  /** The batches that wait to be sent. */
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

  /** The provider's own book of what was asked for the sellers of this test. */
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

  /** What consumers heard of these kinds, in order. */
  async heard(...types: EventName[]): Promise<Record<string, unknown>[]> {
    const rows = await this.db.query<{ data: Record<string, unknown> }[]>(
      `select data from messaging.event where type = any($1) order by created_at, sequence`,
      [types],
    );
    return rows.map(({ data }) => data);
  }

  /** A seller's account as the ledger has it: owed to the seller is positive. */
  async account(sellerId: string, part: 'payable' | 'reserved'): Promise<bigint> {
    return -((await balances(this.db))[`seller:${sellerId}:${part}`] ?? 0n);
  }
}
