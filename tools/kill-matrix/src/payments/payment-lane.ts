import { setTimeout as pause } from 'node:timers/promises';
import { readClock } from '@jeongsan/database';
import { inProcess, nthOf, type Case, type Verdict } from '../case.js';
import { judgePayments } from './payment-oracle.js';
import { openPaymentStage, type PaymentStage } from './payment-stage.js';
import type { Outcome } from './stories.js';
import { Telling } from './telling.js';

const TICK_MS = 30;
/** Quiet looks in a row before the clock moves: a webhook may be between two of our processes. */
const QUIET_TICKS = 3;
/** Far more than a case needs, since the machine may be busy. */
const CASE_MS_MAX = 120_000;
/** Head start of a second delivery. */
const HEAD_START_MS = 200;
/** Time for a stalled process to act after it wakes up. */
const AFTERMATH_MS = 150;

/** A stage with every payment that was made on it. A case is over when nothing is left to happen. */
export class PaymentLane {
  private readonly outcomes: Outcome[] = [];
  private plays = 0;

  private constructor(
    private readonly stage: PaymentStage,
    private readonly stallMs: number,
  ) {}

  /** `stallMs`: longer than the market waits for an answer, so that its repeat meets the stalled request. */
  static async open(name: string, stallMs: number): Promise<PaymentLane> {
    return new PaymentLane(await openPaymentStage(name), stallMs);
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  /** Plays all stories at once to their ends while the gateway is struck, and returns what is wrong then. */
  async play(one: Case): Promise<Verdict> {
    const startedAt = performance.now();
    const violations = await this.playToEnd(one).catch((error: Error) => [error.message]);
    return { case: one, violations, log: [], ms: performance.now() - startedAt };
  }

  private async playToEnd(one: Case): Promise<string[]> {
    const { db, sandbox, gateway } = this.stage;
    const { failpoint } = one.point;
    const ms = one.action === 'duplicate' ? HEAD_START_MS : this.stallMs;
    await gateway.order({ failpoint, nth: nthOf(one), action: inProcess(one), ms });
    const told = new Telling(this.stage, `play-${(this.plays += 1)}`);
    const violations = await this.untilOver(one, told).finally(() => told.end());
    this.outcomes.push(...(await told.outcomes));
    await gateway.retire();
    return [...violations, ...(await judgePayments(db, sandbox, this.outcomes))];
  }

  /** Whenever nothing else is due, the clock moves to the next job. */
  private async untilOver({ action, ...one }: Case, told: Telling): Promise<string[]> {
    const { gateway } = this.stage;
    const deadline = performance.now() + CASE_MS_MAX;
    const isFrozen = inProcess({ action, ...one }) === 'freeze';
    let struckAt: number | undefined;
    let wasReplaced = false;
    for (let quiet = 0; performance.now() < deadline;) {
      await pause(TICK_MS);
      struckAt ??= gateway.struckAt;
      if (gateway.isDead || (isFrozen && struckAt !== undefined && !wasReplaced)) {
        wasReplaced = true;
        await gateway.takeOver();
      }
      quiet = told.isWaiting && (await this.isQuiet()) ? quiet + 1 : 0;
      if (quiet < QUIET_TICKS || (await this.moveToNextJob())) continue;
      if (!told.isOver) return [`I14: nothing is due, and still to come: ${told.what}`];
      if (struckAt === undefined) return ['The failpoint was never hit'];
      if (action !== 'stall' || performance.now() - struckAt > this.stallMs + AFTERMATH_MS) return [];
    }
    return [`I14: not quiet in ${CASE_MS_MAX} ms; still to come: ${told.what}`];
  }

  private async isQuiet(): Promise<boolean> {
    const now = await readClock(this.stage.db);
    const due = `select from messaging.outbox where done_at is null and dead_at is null and run_at <= $1 limit 1`;
    if ((await this.stage.db.query<unknown[]>(due, [now])).length > 0) return false;
    const query = { state: 'pending', limit: 1 } as const;
    return (await this.stage.sandbox.control.listDeliveries({ query })).pending === 0;
  }

  /** Returns whether there was one. */
  private async moveToNextJob(): Promise<boolean> {
    const [next] = await this.stage.db.query<{ at: Date | null }[]>(
      'select min(run_at) as at from messaging.outbox where done_at is null and dead_at is null',
    );
    if (!next?.at) return false;
    await this.stage.setClocks(next.at);
    return true;
  }
}
