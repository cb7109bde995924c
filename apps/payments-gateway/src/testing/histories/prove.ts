import {
  expectedBooks,
  isPaid,
  stateOf,
  unallocatedBecause,
  type Plan,
  type ProviderPayment,
  type Sale,
} from '@jeongsan/provider-walks';
import { findPayment } from '../../payments/payment-record.js';
import { readOrder } from '../../orders/read-order/read-order.js';
import type { GatewayWorld } from '../gateway-world.js';
import type { History } from './history.js';
import { listedPayments } from './night.js';

type Found = Readonly<{ seen: ProviderPayment; plan: Plan }>;
type Sums = Record<string, bigint>;

/** Balances of the accounts that money from buyers reaches, in won or in cents of a dollar; sellers with all their accounts. */
export class Proof {
  private constructor(
    private readonly world: GatewayWorld,
    private readonly before: Sums,
  ) {}

  static async begin(world: GatewayWorld): Promise<Proof> {
    return new Proof(world, await balancesOf(world));
  }

  /** What the books hold since the beginning. */
  private async ours(): Promise<Sums> {
    const now = await balancesOf(this.world);
    const changes = Object.entries(now).map(([code, sum]) => [code, sum - (this.before[code] ?? 0n)] as const);
    return Object.fromEntries(changes.filter(([, change]) => change !== 0n));
  }

  /** Compares the books, the records and the orders with the provider's own records. */
  async compare(history: History): Promise<void> {
    const found = await this.findAll(history);
    const sales = found.map(({ seen, plan }) => ({ seen, sale: saleOf(plan) }));
    expect(await this.ours()).toEqual(expectedBooks(sales, history.asked));
    for (const one of found) await this.compareRecord(one);
    const { approved, canceled } = await this.world.sandbox.control.readBook({});
    const receivable = (await this.ours())['KRW provider:receivable'] ?? 0n;
    expect(receivable).toBe(approved - canceled);
    expect(this.world.alarms).toEqual([]);
    const undecided = await this.world.db.query<unknown[]>(UNDECIDED, [
      history.plans.map(({ facts }) => facts.orderId),
    ]);
    expect(undecided).toEqual([]);
  }

  /** Every payment that the provider lists belongs to a plan: no money is left out of the proof. */
  private async findAll(history: History): Promise<Found[]> {
    const { api } = this.world.sandbox;
    const found: Found[] = [];
    for (const paymentKey of await listedPayments(this.world.sandbox)) {
      const seen = await api.getPayment({ params: { paymentKey } });
      const plan = history.plans.find(
        ({ facts, ...other }) => other.paymentKey === paymentKey || facts.orderId === seen.orderId,
      );
      if (!plan) throw new Error(`The provider lists ${paymentKey}, which nobody made`);
      found.push({ seen, plan });
    }
    return found;
  }

  private async compareRecord({ seen, plan }: Found): Promise<void> {
    const { db, gateway } = this.world;
    const record = await findPayment(db, seen.paymentKey);
    const state = stateOf(seen);
    const isFitting = fits({ seen, plan });
    const expected = {
      paymentKey: seen.paymentKey,
      way: plan.way,
      state,
      orderId: isFitting ? seen.orderId : null,
      orderNumber: seen.orderId,
    };
    if (state !== null) {
      expect({
        paymentKey: seen.paymentKey,
        way: plan.way,
        state: record?.state,
        orderId: record?.orderId,
        orderNumber: record?.orderNumber,
      }).toEqual(expected);
      await this.compareEvidence({ seen, plan });
    } else if (record) {
      expect(['refused', 'voided', 'expired']).toContain(record.state);
    }
    if (plan.isRegistered && plan.facts.orderId === seen.orderId) {
      const { paymentState } = await readOrder(gateway, seen.orderId);
      const allowed = isFitting && state !== null ? [state] : [null, 'refused', 'voided', 'expired'];
      expect(allowed).toContain(paymentState);
    }
  }

  /** A payment outside of every order says why. */
  private async compareEvidence({ seen, plan }: Found): Promise<void> {
    const [row] = await this.world.db.query<{ because: string | null; events: number }[]>(
      `select unallocated_because as because,
              (select count(*)::int from messaging.event where type = 'payment.unallocated' and entity_id = p.id::text) as events
         from gateway.payment p where payment_key = $1`,
      [seen.paymentKey],
    );
    expect(row?.because).toBe(reasonOf({ seen, plan }));
    if (row?.because !== null && isPaid(seen)) expect(row?.events).toBeGreaterThan(0);
  }
}

const saleOf = ({ facts, isRegistered, registers }: Plan): Sale => ({
  ...{ facts, isRegistered },
  isMispriced: registers === 'with another amount',
});
const reasonOf = ({ seen, plan }: Found): string | null => unallocatedBecause({ seen, sale: saleOf(plan) });
/** Whether the registered order pays for itself with this payment. */
const fits = (found: Found): boolean => reasonOf(found) === null;

const UNDECIDED = `
  select p.payment_key as "paymentKey", p.state, c.state as cancel
    from gateway.payment p left join gateway.cancel c on c.payment_id = p.id and c.state = 'requested'
   where coalesce(p.provider_order_id, p.order_id) = any($1) and (p.state = 'confirming' or c.state is not null)`;

async function balancesOf({ db }: GatewayWorld): Promise<Sums> {
  const rows = await db.query<{ code: string; sum: bigint }[]>(
    `select currency || ' ' || case when account_code like 'seller:%' then split_part(account_code, ':', 1) || ':' || split_part(account_code, ':', 2)
                                    when account_code like 'platform:%' then 'platform' else account_code end as code,
            sum(amount)::bigint as sum from ledger.entry group by 1`,
  );
  return Object.fromEntries(rows.map(({ code, sum }) => [code, sum]));
}
