import { inJob, type RunningJob } from '@jeongsan/database';
import { CallError } from '@jeongsan/http-contract';
import type { Handlers, JobData } from '@jeongsan/messaging';
import type { DataSource } from 'typeorm';
import { findCancel } from '../../cancels/find-cancel/find-cancel.js';
import type { Gateway } from '../../gateway.js';
import { observeCancel } from '../../cancels/observe-cancel/observe-cancel.js';
import { observeOrder } from '../../payments/observe-order/observe-order.js';
import { observePayment } from '../../payments/observe-payment/observe-payment.js';
import { observeLinkOrder } from '../../splits/observe-link-order/observe-link-order.js';
import { observeReservation } from '../../payments/observe-reservation/observe-reservation.js';

type LookName = Exclude<keyof Handlers<'payments'>, 'payment-data.keep' | 'split.apply' | 'split-payments.retry'>;
/** A job that reads the provider. */
export type Look = { [N in LookName]: Readonly<{ job: N; data: JobData<N> }> }[LookName];

/** Runs one look as the worker does. */
export function runLook(gateway: Gateway, { job, data }: Look): Promise<void> {
  switch (job) {
    case 'payment.observe':
      return observePayment(gateway, data.paymentKey);
    case 'payment-order.observe':
      return observeOrder(gateway, data.orderId);
    case 'payment-cancel.observe':
      return observeCancel(gateway, data.cancelId);
    case 'payment-cancel.find':
      return findCancel(gateway, data.transactionKey);
    case 'ars-reservation.observe':
      return observeReservation(gateway, data.reservationId);
    case 'link-order.observe':
      return observeLinkOrder(gateway, data.orderKey);
  }
}

/** Runs a look; false: the provider gave no usable answer, and the look must be repeated. Any other error ends the history. */
export async function hasRun(gateway: Gateway, look: Look): Promise<boolean> {
  try {
    await runLook(gateway, look);
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}

const DUE = `select id, dedupe_key as "dedupeKey", job, data from messaging.outbox
              where done_at is null and dead_at is null and id > $1 and run_at <= $2 order by run_at, id`;

/** The jobs that the gateway enqueued since a row of the outbox, one process after another process would run them. */
export class Desk {
  private constructor(
    private readonly gateway: Gateway,
    private readonly after: bigint,
  ) {}

  static async open(gateway: Gateway): Promise<Desk> {
    const [row] = await gateway.db.query<{ id: bigint }[]>('select coalesce(max(id), 0) as id from messaging.outbox');
    return new Desk(gateway, row?.id ?? 0n);
  }

  /** Runs every job that is due, once. Returns the number of jobs that must be repeated. */
  async run(): Promise<number> {
    const { db, now } = this.gateway;
    const due = await db.query<(Look & RunningJob)[]>(DUE, [this.after, now()]);
    let repeated = 0;
    for (const { id, dedupeKey, ...look } of due) {
      if (await inJob({ id, dedupeKey }, () => hasRun(this.gateway, look))) await done(db, id);
      else repeated += 1;
    }
    return repeated;
  }

  /** Runs jobs until none is due. */
  async clear(): Promise<void> {
    const { db, now } = this.gateway;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const due = await db.query<unknown[]>(DUE, [this.after, now()]);
      if (due.length === 0) return;
      await this.run();
    }
    throw new Error(
      `Jobs are still due: ${JSON.stringify(await db.query('select job, data from messaging.outbox where done_at is null and dead_at is null and id > $1', [String(this.after)]))}`,
    );
  }
}

const ROUNDS_MAX = 50;

const done = (db: DataSource, id: bigint) =>
  db.query('update messaging.outbox set done_at = clock_timestamp() where id = $1', [id]);
