import { createHash } from 'node:crypto';
import type { TermsInput } from '@jeongsan/settlement';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import * as fc from 'fast-check';
import type { DataSource } from 'typeorm';
import {
  dayOf,
  draftedAt,
  hold,
  openSeller,
  refund,
  releaseHolds,
  type Sale,
  sell,
} from '../../testing/closing-world.js';
import { policy } from '../../testing/usual-policy.js';
import { statementsAreSound } from '../../testing/statement-proofs.js';
import { draftRun } from '../../payouts/runs/draft-run/draft-run.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(180_000);
const RUNS = 5;
const SELLERS = ['a', 'b', 'c'] as const;
const DAYS = 4;

type Act =
  | Readonly<{ kind: 'sell'; amount: bigint; isLate: boolean }>
  | Readonly<{ kind: 'refund'; of: number; share: number; isLate: boolean; isDone: boolean }>
  | Readonly<{ kind: 'hold'; scope: 'SELLER' | 'ORDER' | 'AMOUNT'; of: number; amount: bigint; days: number }>
  | Readonly<{ kind: 'release' }>;
type Market = Readonly<{ terms: readonly Partial<TermsInput>[]; acts: readonly (readonly (readonly Act[])[])[] }>;

const amount = fc.bigInt(1n, 200_000n);
const share = fc.integer({ min: 1, max: 100_000 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('sell' as const), amount, isLate: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      of: fc.nat(9),
      // Whole refunds are drawn often, because they leave debts.
      share: fc.oneof(share, fc.constant(100_000)),
      isLate: fc.boolean(),
      isDone: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      scope: fc.constantFrom('SELLER' as const, 'ORDER' as const, 'AMOUNT' as const),
      of: fc.nat(9),
      amount,
      days: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'release' as const }) },
);
const terms: fc.Arbitrary<Partial<TermsInput>> = fc.record({
  taxType: fc.constantFrom('GENERAL' as const, 'WITHHOLDING' as const, 'WITHHOLDING' as const),
  debt: fc.constantFrom(0, 33_333, 100_000, 100_000).map((netShare) => ({ netShare })),
  minimumPayout: fc.constantFrom(null, 0, 50_000),
  reserve: fc.oneof(
    fc.constant(null),
    fc.record({ kind: fc.constant('ROLLING' as const), rate: share, days: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ kind: fc.constant('FIXED' as const), amount: fc.integer({ min: 1, max: 100_000 }) }),
  ),
});
const each = <T>(one: fc.Arbitrary<T>, count: number) => fc.array(one, { minLength: count, maxLength: count });
const market: fc.Arbitrary<Market> = fc.record({
  terms: each(terms, SELLERS.length),
  acts: each(each(fc.array(act, { maxLength: 4 }), SELLERS.length), DAYS),
});

/** A market in its own database. The same acts have the same ids, so that two markets can be compared. */
class Play {
  private readonly sales = new Map<string, { sale: Sale; left: bigint }[]>(SELLERS.map((id) => [id, []]));
  private acts = 0;

  private constructor(private readonly database: TestDatabase) {}

  static async begin({ terms: given }: Market): Promise<Play> {
    const play = new Play(await testDatabase());
    for (const [index, id] of SELLERS.entries()) await openSeller(play.db, id, given[index]);
    return play;
  }

  get db(): DataSource {
    return this.database.db;
  }

  async act(sellerId: string, day: number, what: Act): Promise<void> {
    const id = createHash('md5')
      .update(`${(this.acts += 1)}`)
      .digest('hex');
    const sales = this.sales.get(sellerId) ?? [];
    const at = new Date(draftedAt(dayOf(day)).getTime() + ('isLate' in what && what.isLate ? 60_000 : -60_000));
    switch (what.kind) {
      case 'sell': {
        const sale = { orderId: `order-${id}`, sellerId, amount: what.amount, at };
        sales.push({ sale, left: what.amount });
        return sell(this.db, sale);
      }
      case 'refund': {
        const one = sales[what.of % sales.length];
        const part = ((one?.left ?? 0n) * BigInt(what.share)) / 100_000n;
        if (!one || part === 0n) return;
        one.left -= part;
        return refund(this.db, one.sale, { cancelId: id, amount: part, at, isDone: what.isDone });
      }
      case 'hold': {
        const orderId = sales[what.of % sales.length]?.sale.orderId;
        const on = { sellerId, releaseOn: dayOf(day + what.days) };
        if (what.scope === 'AMOUNT') return hold(this.db, { ...on, amount: what.amount });
        if (what.scope === 'SELLER') return hold(this.db, on);
        return orderId === undefined ? undefined : hold(this.db, { ...on, orderId });
      }
      case 'release':
        await releaseHolds(this.db, sellerId);
    }
  }

  /** Drafts one seller at a time; stops before the step `diesAt`, if given, like a crash. */
  async draft(date: string, diesAt?: number): Promise<void> {
    let steps = 0;
    const now = (): Date => {
      if ((steps += 1) === diesAt) throw new Error('The process died');
      return draftedAt(date);
    };
    await draftRun(this.db, date, policy, now, 1).catch((error: Error) => {
      if (error.message !== 'The process died') throw error;
    });
  }

  /** The result of drafting, without random ids. */
  async outcome(): Promise<unknown> {
    const rows = (sql: string): Promise<unknown[]> => this.db.query(sql);
    return {
      runs: await rows(
        `select business_date, cutoff, payout_count, total, held_count, held_total, state from payouts.run order by 1`,
      ),
      statements: await rows(
        `select seller_id, business_date, opening, movements, payout_amount, carried, hold_reason, reserve_released, debt_netted, withheld,
                reserve_held, held_back, taxable from payouts.statement order by 1, 2`,
      ),
      lines: await rows(
        `select s.seller_id, s.business_date, l.posting_key, l.amount from payouts.statement_line l join payouts.statement s on s.id = l.statement_id
          order by 1, 2, 3`,
      ),
      payouts: await rows(`select seller_id, amount, state from payouts.payout order by 1, created_at, 2`),
      balances: await rows(`select account_code, sum(amount) as balance from ledger.entry group by 1 order by 1`),
    };
  }

  async prove(): Promise<void> {
    await booksAreSound(this.db);
    await statementsAreSound(this.db);
  }

  end(): Promise<void> {
    return this.database.drop();
  }
}

test('whatever happens in a market, statements add up; a crash and a repeat change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(market, fc.integer({ min: 1, max: 5 }), async (given, diesAt) => {
      const plays = [await Play.begin(given), await Play.begin(given)] as const;
      const [calm, crashing] = plays;
      try {
        for (const [day, bySeller] of given.acts.entries()) {
          for (const play of plays)
            for (const [index, acts] of bySeller.entries())
              for (const one of acts) await play.act(SELLERS[index] ?? 'a', day, one);
          await calm.draft(dayOf(day));
          await crashing.draft(dayOf(day), diesAt);
          await crashing.draft(dayOf(day));
          await crashing.prove();
          const outcome = await calm.outcome();
          expect(await crashing.outcome()).toEqual(outcome);
          await calm.draft(dayOf(day));
          expect(await calm.outcome()).toEqual(outcome);
        }
      } finally {
        for (const play of plays) await play.end();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
