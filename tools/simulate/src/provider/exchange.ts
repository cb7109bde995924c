import type { PayoutStatus } from '@jeongsan/provider-contract';
import { logarithmic } from '../time/logarithmic.js';
import type { Database } from '../books/database.js';
import type { Ground } from '../ground.js';
import type { Oracle } from '../oracle/oracle.js';
import type { Answer, BookedPayout, Wanted } from './provider-book.js';

/** The provider's answer to one request that has arrived. */
export type Request = { answer: Answer | undefined };

const KEY_KEPT_MS = 15 * 86_400_000;
const REFUSED_BY_BANK = { code: 'ACCOUNT_TRANSFER_REJECTED', message: 'The bank refused the transfer' };
const BANK_AWAY = { code: 'BANK_MAINTENANCE', message: 'The bank was away' };

type Surroundings = Ground & { readonly oracle: Oracle; readonly database: Database };

/**
 * The provider at work, by its own clock: accepts requests whether or not a caller waits for the answer, moves payouts through
 * the banks, and announces some endings by webhook (document 2 sections 4 to 6).
 */
export class Exchange {
  /** References in requests that were sent and have not arrived. */
  private readonly onTheWay = new Map<string, number>();
  private readonly answers = new Map<string, { at: number; answer: Answer }>();
  /** Payouts that a forged webhook called FAILED. The platform must not use this; a deliberately broken variant does. */
  readonly slandered = new Set<string>();
  private steps = 0;

  constructor(private readonly world: () => Surroundings) {}

  /** Whether the banks still have work to do. */
  get isIdle(): boolean {
    return this.steps === 0;
  }

  isOnTheWay(ref: string): boolean {
    return (this.onTheWay.get(ref) ?? 0) > 0;
  }

  /** Delivers bytes after a delay. With an Idempotency-Key, a second arrival gets the first answer. */
  send(wanted: readonly Wanted[], key: string | null, arrivesAfterMs: number, visibleAfterMs: number): Request {
    const request: Request = { answer: undefined };
    for (const { ref } of wanted) this.onTheWay.set(ref, (this.onTheWay.get(ref) ?? 0) + 1);
    this.world().agenda.after(arrivesAfterMs, () => {
      for (const { ref } of wanted) this.onTheWay.set(ref, (this.onTheWay.get(ref) ?? 1) - 1);
      request.answer = this.arrive(wanted, key, visibleAfterMs);
    });
    return request;
  }

  /** The network duplicates the request: by the key, the provider knows that it has answered. */
  sendAgain(wanted: readonly Wanted[], key: string | null, arrivesAfterMs: number, visibleAfterMs: number): void {
    this.world().agenda.after(arrivesAfterMs, () => void this.arrive(wanted, key, visibleAfterMs));
  }

  private arrive(wanted: readonly Wanted[], key: string | null, visibleAfterMs: number): Answer {
    const { agenda, provider, oracle, trace } = this.world();
    const kept = key === null ? undefined : this.answers.get(key);
    if (kept && agenda.now - kept.at < KEY_KEPT_MS) return kept.answer;
    const answer = provider.create(wanted, agenda.now, agenda.now + visibleAfterMs, (destination) =>
      oracle.overLimit(destination),
    );
    trace.note(`provider: ${answer.kind === 'accepted' ? `takes ${wanted.length}` : `refuses, ${answer.code}`}`);
    if (key !== null) this.answers.set(key, { at: agenda.now, answer });
    if (answer.kind === 'accepted') {
      oracle.accepted(answer.payouts);
      for (const payout of answer.payouts) this.plan(payout);
    }
    return answer;
  }

  private plan(payout: BookedPayout): void {
    const { agenda, random } = this.world();
    // Some banks finish before the reply to the request has arrived.
    const delay = random.chance(0.2) ? 0 : random.integer(0, 60_000);
    this.step(Math.max(payout.startsAt - agenda.now, 0) + delay, () => this.start(payout));
  }

  private start(payout: BookedPayout): void {
    if (payout.status !== 'REQUESTED') return;
    this.move(payout, 'IN_PROGRESS');
    this.step(logarithmic(this.world().random, 1, 20), () => this.finish(payout));
  }

  private finish(payout: BookedPayout): void {
    const { faults, random } = this.world();
    if (!faults.areOver && random.chance(0.1)) {
      faults.count('bank refuses');
      return this.move(payout, 'FAILED', random.chance(0.5) ? REFUSED_BY_BANK : BANK_AWAY);
    }
    this.move(payout, 'COMPLETED');
    if (!faults.areOver && random.chance(0.05))
      this.step(random.integer(1_000, 172_800_000), () => this.giveBack(payout));
  }

  /** A bank returns money after COMPLETED: the balance grows again. */
  private giveBack(payout: BookedPayout): void {
    this.world().faults.count('money returned');
    this.move(payout, 'FAILED', REFUSED_BY_BANK);
  }

  /** The provider ends a payout that has not started. */
  end(status: 'CANCELED' | 'REJECTED' | 'DELETED'): void {
    const { provider, random, faults } = this.world();
    const waiting = provider.payouts.filter((p) => p.status === 'REQUESTED');
    if (waiting.length === 0) return;
    const names = { CANCELED: 'payout canceled', REJECTED: 'payout rejected', DELETED: 'payout deleted' } as const;
    faults.count(names[status]);
    this.move(random.pick(waiting), status);
  }

  private move(payout: BookedPayout, status: PayoutStatus, error: BookedPayout['error'] = null): void {
    const wasCompleted = payout.status === 'COMPLETED';
    this.world().provider.move(payout, status, error);
    if (status === 'COMPLETED') this.world().oracle.completed.add(payout.id);
    this.world().trace.note(`provider: ${payout.id} is ${status}`);
    // CANCELED and DELETED have no webhook.
    if (status === 'COMPLETED' || status === 'FAILED' || status === 'REJECTED') this.tell(payout, wasCompleted);
  }

  /** The provider repeats payout.changed until it is acknowledged, so a late return is always announced in the end. */
  private tell(payout: BookedPayout, surely: boolean): void {
    const { faults, random } = this.world();
    if (!surely && faults.strikes('webhook lost')) return;
    const times = faults.strikes('webhook doubled') ? random.integer(2, 4) : 1;
    for (let time = 0; time < times; time += 1) {
      const delay = faults.strikes('webhook late') ? 2 ** random.integer(12, 27) : random.integer(5, 2_000);
      this.step(delay, () => this.nudge(payout.id));
    }
  }

  /** The webhook ingestor's reaction to payout.changed, whatever its content: a job to read the payout is enqueued. */
  async nudge(providerPayoutId: string): Promise<void> {
    const { database } = this.world();
    await database.transact('webhook', (records) =>
      records.enqueue('payout.observe', { providerPayoutId }, database.now),
    );
  }

  private step(delayMs: number, run: () => void | Promise<void>): void {
    this.steps += 1;
    this.world().agenda.after(delayMs, () => {
      this.steps -= 1;
      return run();
    });
  }
}
