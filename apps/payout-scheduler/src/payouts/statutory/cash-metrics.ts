import { businessDateOf } from '@jeongsan/calendar';
import type { Clock } from '@jeongsan/nest-kit';
import { Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

/** Overdue order lines and the amount missing from money that must be kept apart, read when the metrics are read. */
export class CashMetrics {
  constructor(registry: Registry, db: DataSource, clock: Clock) {
    new Gauge({
      name: 'payment_deadline_overdue_lines',
      help: 'Order lines whose legal payment deadline is over and that are still owed',
      registers: [registry],
      async collect() {
        const [row] = await db.query<{ lines: number }[]>(
          `select count(*)::int as lines from payouts.payment_deadline where settled_on is null and owed > 0 and due_on < $1`,
          [businessDateOf(clock.now())],
        );
        this.set(row?.lines ?? 0);
      },
    });
    new Gauge({
      name: 'segregation_missing_won',
      help: 'Won that the balance at the provider lacks of the amount to keep apart, by rule, on the last measured date',
      labelNames: ['rule'],
      registers: [registry],
      async collect() {
        const rows = await db.query<{ rule: string; missing: string }[]>(
          `select rule_code as rule, greatest(0, required - available - pending)::text as missing from payouts.segregation_day
            where business_date = (select max(business_date) from payouts.segregation_day)`,
        );
        for (const { rule, missing } of rows) this.set({ rule }, Number(missing));
      },
    });
  }
}
