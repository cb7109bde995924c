import { Logger } from '@nestjs/common';
import { prepared } from '@jeongsan/database';
import type { PayoutPolicy } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import { closedColumn } from '../../payout-store/pg-dispatch-controls.js';
import { compareProvider } from './compare-provider.js';
import { incarnationColumn } from './incarnation.js';

type Look = { closed: boolean; incarnation: string };
const LOOK = prepared('guard.look', `select ${closedColumn}, ${incarnationColumn}`);

/**
 * Prevents sending until the books were compared with the provider: once per process, and again when another database
 * answers (after a restore). The guard only compares; findings lock the dispatch control, which stops sending.
 */
export class RestoreGuard {
  private readonly logger = new Logger(RestoreGuard.name);
  private compared: string | undefined;
  private comparing: Promise<void> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly provider: Pick<ProviderApi, 'listPayouts'>,
    /** Days before today from which the provider's payouts are listed; 0: no comparison. */
    private readonly daysBack: number,
    private readonly policy: () => Promise<PayoutPolicy>,
    private readonly now: () => Date,
  ) {}

  /**
   * Returns true after the present database was compared. Returns false while all sending is stopped: the job is then
   * done, because resuming enqueues all jobs anew. Throws if the provider cannot be listed, so nothing is sent then.
   */
  async pass(): Promise<boolean> {
    for (;;) {
      const { closed, incarnation } = await this.look();
      if (closed) return false;
      if (this.daysBack === 0 || incarnation === this.compared) return true;
      // Jobs that arrive during a comparison wait for it instead of starting another.
      this.comparing ??= this.compare(incarnation).finally(() => (this.comparing = undefined));
      await this.comparing;
    }
  }

  private async compare(incarnation: string): Promise<void> {
    const startedAt = this.now();
    const found = await compareProvider(this.db, this.provider, await this.policy(), this.daysBack, this.now);
    if (found > 0)
      this.logger.error(`The provider has ${found} payouts that the books do not have as sent: nothing is sent`);
    await this.db.query(`update payouts.dispatch_control set compared_at = $1, compared_incarnation = $2`, [
      startedAt,
      incarnation,
    ]);
    this.compared = incarnation;
  }

  private async look(): Promise<Look> {
    const [row] = await this.db.query<Look[]>(LOOK);
    if (!row) throw new Error('Postgres does not say which database it is');
    return row;
  }
}
