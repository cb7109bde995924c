import { instantAt } from '@jeongsan/calendar';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { chooseRule } from '../payouts/statutory/statutory-rules/choose-rule.js';
import { trackDeadlines } from '../payouts/statutory/track-deadlines/track-deadlines.js';
import { personOf, rules } from './people.js';
import { type MarketOrder, SettledMarket } from './settled-market.js';
import { policy } from './usual-policy.js';

// 2026-05-08 is a Friday, the date of the sellers' cycle.
export const FRIDAY = '2026-05-08';
export const admin = personOf('admin', 'admin');
/** The tracking of a day runs at 20:00 in these specs. */
export const trackedAt = (date: string) => instantAt(date, '20:00:00');
export type StartEvent = 'delivered_at' | 'confirmed_at';

/** A market of settled orders whose legal deadlines are tracked. */
export class DeadlineMarket extends SettledMarket {
  static async open(): Promise<DeadlineMarket> {
    return new DeadlineMarket(await testDatabase());
  }

  private constructor(private readonly database: TestDatabase) {
    super(database.db);
  }

  async close(): Promise<void> {
    await booksAreSound(this.db);
    await this.database.drop();
  }

  choose(ruleCode: string | null, effectiveFrom = '2026-01-01', category: string | null = null) {
    return this.db.transaction((tx) =>
      chooseRule(
        tx,
        { category, ruleCode, effectiveFrom, reason: 'our kind of market' },
        admin,
        rules,
        instantAt(effectiveFrom, '09:00:00'),
      ),
    );
  }

  track(date: string) {
    return trackDeadlines(this.db, date, policy.calendar, () => trackedAt(date), 2);
  }

  happened(order: MarketOrder, event: StartEvent, instant: Date) {
    return this.db.query(`update gateway.order_line set ${event} = $2 where order_id = $1`, [order.orderId, instant]);
  }

  rows() {
    return this.db.query<Record<string, unknown>[]>(
      `select rule_code as rule, starts_on as starts, due_on as due, owed, cause, settled_on as settled, breached_on as breached
         from payouts.payment_deadline order by starts_on, due_on, owed`,
    );
  }

  async one() {
    return (await this.rows())[0];
  }

  /** The lines owe exactly what the ledger owes to sellers. */
  async owesWhatTheBooksOwe(): Promise<void> {
    const [sums] = await this.db.query<{ lines: bigint; books: bigint }[]>(
      `select (select coalesce(sum(owed), 0)::bigint from payouts.payment_deadline) as lines,
              (select coalesce(-sum(balance), 0)::bigint from ledger.account
                where code like 'seller:%' and code not like '%:debt') as books`,
    );
    expect(sums?.lines).toBe(sums?.books);
  }
}
