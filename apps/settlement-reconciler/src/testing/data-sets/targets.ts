import { addDays } from '@jeongsan/calendar';
import type { Random } from '@jeongsan/random';
import { bankOf, LAST_DAY, type MarketSet } from './market-set.js';
import type { Row, SetPayment } from './set-rows.js';

/** Draws records that no other planter of the set has, so that each difference has one cause. */
export class Targets {
  private readonly taken = new Set<string>();
  /** The rows of the clean set: a row that a planter added is a difference already. */
  private readonly rowsAtFirst: ReadonlySet<string>;
  constructor(
    private readonly set: MarketSet,
    readonly random: Random,
  ) {
    this.rowsAtFirst = new Set(set.rows.map(({ key }) => key));
  }

  /** A difference of at least 100, which no rounding and no fee explains. */
  some(): bigint {
    return BigInt(this.random.integer(100, 900));
  }
  sign(): bigint {
    return this.random.chance(0.5) ? 1n : -1n;
  }
  payment(fits: (payment: SetPayment) => boolean = () => true): SetPayment {
    const free = this.set.payments.filter(
      (p) => p.canceled === 0n && p.isAllocated && p.day >= addDays(LAST_DAY, -4) && fits(p),
    );
    return this.take(free, (p) => p.key);
  }
  cancel(kind: 'cancel' | 'part' | 'any' = 'any') {
    const free = this.set.cancels.filter(
      (c) =>
        c.day === LAST_DAY &&
        (kind === 'any' || c.kind === 'cancel') &&
        (kind !== 'part' || c.payment.canceled < c.payment.amount),
    );
    return this.take(free, (c) => c.key);
  }
  row(fits: (row: Row) => boolean = () => true): Row {
    const free = this.set.rows.filter(
      (row) => this.rowsAtFirst.has(row.key) && row.soldDate >= addDays(LAST_DAY, -4) && fits(row),
    );
    return this.take(free, (row) => row.key);
  }
  payout(state: string) {
    return this.take(
      this.set.payouts.filter((payout) => payout.state === state),
      (payout) => payout.ref,
    );
  }
  bank(kind: 'settlement' | 'payout' | 'fee', hasReference = false) {
    const bank = (this.set.bank ??= bankOf(this.set));
    return this.take(
      bank.filter((row) => row.kind === kind && (row.reference !== null) === hasReference),
      (row) => `${kind} ${row.day}`,
    );
  }
  take<T>(free: readonly T[], keyOf: (one: T) => string): T {
    const left = free.filter((one) => !this.taken.has(keyOf(one)));
    if (left.length === 0) throw new Error('The set has no record left for this difference');
    const one = this.random.pick(left);
    this.taken.add(keyOf(one));
    return one;
  }
}
