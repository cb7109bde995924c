import { instantAt } from '@jeongsan/calendar';
import type { Caller } from '@jeongsan/nest-kit';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { reissuePayout } from '../closing/reissues/reissue-payout/reissue-payout.js';
import { setReissuePolicy } from '../closing/reissues/set-reissue-policy/set-reissue-policy.js';
import { personOf, rules } from './people.js';
import { SettledMarket } from './settled-market.js';
import { policy as usual } from './usual-policy.js';

// 2026-05-08 is a Friday, the date of the sellers' cycle.
export const FRIDAY = '2026-05-08';
export const MONDAY = '2026-05-11';
const policy = { value: usual, approval: rules } as never;
const retry = { failureCode: 'FAILED', failureClass: 'retry' } as const;
type Outcome = Parameters<SettledMarket['advance']>[3];

export const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  );

/** A market of settled orders in which payouts fail and are reissued. */
export class ReissueMarket extends SettledMarket {
  static async open(): Promise<ReissueMarket> {
    return new ReissueMarket(await testDatabase());
  }

  private constructor(private readonly database: TestDatabase) {
    super(database.db);
  }

  /** Drops the database. Before that: the books are sound, and each payout has a reference of its own. */
  async close(): Promise<void> {
    await booksAreSound(this.db);
    const sums = await this.db.query<object[]>(
      `select count(*) = count(distinct ref_payout_id) as own from payouts.payout`,
    );
    expect(sums).toEqual([{ own: true }]);
    await this.database.drop();
  }

  failOn(payoutId: string, on: string, outcome: Outcome = retry): Promise<unknown> {
    return this.advance(payoutId, on, ['submit', 'fail'], outcome);
  }

  ask(payoutId: string, at = instantAt(FRIDAY, '16:00:00'), caller: Caller = personOf('kim', 'operator')) {
    return this.db.transaction((tx) =>
      reissuePayout(tx, payoutId, { reason: 'the seller called' }, caller, policy, at),
    );
  }

  noPolicy() {
    return this.db.transaction((tx) =>
      setReissuePolicy(
        tx,
        { effectiveFrom: FRIDAY, rules: { retry: null, seller_must_act: null }, reason: 'by hand only' },
        personOf('admin', 'admin'),
        rules,
        instantAt(FRIDAY, '09:00:00'),
      ),
    );
  }

  async amounts(sellerId: string): Promise<bigint[]> {
    return (await this.payouts(sellerId)).map(({ amount }) => amount);
  }

  async idOf(sellerId: string, n: number): Promise<string> {
    return (await this.payouts(sellerId))[n]?.id ?? '';
  }

  /** A weekly seller whose payout of 89,000 won failed on its cycle date. */
  async failedSeller(terms: Parameters<SettledMarket['seller']>[1] = {}): Promise<string> {
    await this.seller('a', { cycle: 'WEEKLY:FRI', ...terms });
    await this.order([{ sellerId: 'a', amount: 100_000n }]);
    await this.draft(FRIDAY);
    await this.failOn(await this.idOf('a', 0), FRIDAY);
    return this.idOf('a', 0);
  }
}
