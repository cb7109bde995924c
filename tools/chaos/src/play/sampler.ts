import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

const EVERY_MS = 200;

/**
 * Looks again and again, each time at one instant of the books: what a seller has reserved is exactly what its open payouts promise,
 * unknown ones included. Money of a payout whose fate is unknown is never free (I11).
 */
export class Sampler {
  readonly found = new Set<string>();
  samples = 0;
  private isOver = false;
  private readonly running: Promise<void>;

  constructor(private readonly db: DataSource) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      // The database may be the one that is down.
      await this.look().catch(() => undefined);
      await sleep(EVERY_MS);
    }
  }

  private async look(): Promise<void> {
    const wrong = await this.db.query<{ seller_id: string; open: bigint; reserved: bigint }[]>(
      `select p.seller_id, p.open, coalesce(-a.balance, 0)::bigint as reserved
         from (select seller_id,
                      coalesce(sum(amount) filter (where state in ('reserved', 'submitted', 'unknown', 'parked', 'in_transit')), 0)::bigint as open
                 from payouts.payout group by seller_id) p
         left join ledger.account a on a.code = 'seller:' || p.seller_id || ':reserved' and a.currency = 'KRW'
        where coalesce(-a.balance, 0) <> p.open`,
    );
    this.samples += 1;
    for (const { seller_id, open, reserved } of wrong)
      this.found.add(`${seller_id} has ${reserved} won reserved for open payouts of ${open} (I11)`);
  }
}
