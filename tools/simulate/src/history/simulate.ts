import { pollPayouts } from '@jeongsan/payouts';
import { seededRandom } from '@jeongsan/random';
import { Books } from '../books/books.js';
import { Database } from '../books/database.js';
import { hasEnded } from '../oracle/at-rest.js';
import { Oracle } from '../oracle/oracle.js';
import type { Violation } from '../oracle/violation.js';
import { Exchange } from '../provider/exchange.js';
import { ProviderBook } from '../provider/provider-book.js';
import { Crew } from '../queue/crew.js';
import { handle, portsOf, type Sabotage } from '../queue/handlers.js';
import { Queue } from '../queue/queue.js';
import { Agenda } from '../time/agenda.js';
import { logarithmic } from '../time/logarithmic.js';
import { Task } from '../time/task.js';
import { Trace } from '../trace.js';
import { type World } from '../world.js';
import { platformNow } from '../ground.js';
import { anyAmount, type Deed, drawBlow, drawDeed, startRun } from './deeds.js';
import { Faults, type FaultKind } from './faults.js';
import { approveRun, earn, fund } from './money.js';
import { drawPlan, type Plan } from './plan.js';

/** The result of one history. */
export type History = Readonly<{
  seed: number;
  hash: string;
  operations: number;
  faults: ReadonlyMap<FaultKind, number>;
  violation: Violation | null;
  /** Virtual milliseconds from the last fault until everything was at rest. */
  calmMs: number;
  lines: readonly string[];
}>;
export type Options = Readonly<{ trace?: boolean; sabotage?: Sabotage }>;

const OPERATIONS_MIN = 30;
const FAULTS_MIN = 3;
/** A bound far above a history's needs: a history that reaches it does not end. */
const STEPS_MAX = 60_000;
const POLL_MS = 600_000;
const POLL_SPARSE_MS = 24 * 3_600_000;
/** The longest sequence of bank holidays, and a few days more for payouts that are sent again. */
const REST_WITHIN_MS = 20 * 86_400_000;
const OLD_MESSAGES = 5;
const OLD_MS = 15 * 86_400_000;

/** Plays the history of one seed from its first run until everything is at rest, with the oracle checking every step. */
export async function simulate(seed: number, options: Options = {}): Promise<History> {
  return new Simulation(seed, options).play();
}

class Simulation {
  private readonly plan: Plan;
  private readonly world: World;
  private readonly sabotage: Sabotage;
  private readonly repairs: { isDue: boolean; run: () => void | Promise<void> }[] = [];
  private steps = 0;
  private pollMs = POLL_MS;
  private isResting = false;

  constructor(
    private readonly seed: number,
    options: Options,
  ) {
    const random = seededRandom(`simulation ${seed}`);
    this.plan = drawPlan(random);
    this.sabotage = options.sabotage ?? {};
    const agenda = new Agenda(this.plan.startsAt);
    const trace = new Trace(() => agenda.now, options.trace ?? false);
    const world = (): World => this.world;
    const crew = new Crew(world, this.plan.workers);
    this.world = {
      random,
      agenda,
      trace,
      crew,
      faults: new Faults(random, trace, this.plan.intensity),
      policy: this.plan.policy,
      books: new Books(),
      database: new Database(world),
      provider: new ProviderBook(this.plan.rules),
      exchange: new Exchange(world),
      queue: new Queue(world, crew, (task, row) => handle(this.world, task, row, this.plan.pageSize, this.sabotage)),
      oracle: new Oracle(world),
      due: new Map(),
      skewMs: 0,
      operations: 0,
    };
  }

  async play(): Promise<History> {
    const { agenda, faults, oracle, trace } = this.world;
    await this.openMarket();
    const endsAt = this.planDeeds();
    while (this.goesOn() && (await agenda.next(endsAt)));
    while (this.goesOn() && (this.world.operations < OPERATIONS_MIN || faults.total < FAULTS_MIN)) {
      await this.does(drawBlow(this.world.random));
      for (let step = 0; step < 3 && this.goesOn(); step += 1) await agenda.next(agenda.now + 60_000);
    }
    const calmSince = agenda.now;
    if (this.goesOn()) await this.calm();
    const calmMs = agenda.now - calmSince;
    if (this.goesOn()) await this.replayOldMessages();
    const { violation } = oracle;
    const { operations } = this.world;
    return {
      seed: this.seed,
      hash: trace.hash,
      operations,
      faults: faults.counts,
      violation,
      calmMs,
      lines: trace.lines,
    };
  }

  private goesOn(): boolean {
    this.steps += 1;
    this.world.oracle.require('I14', this.steps < STEPS_MAX, `no rest after ${STEPS_MAX} steps`);
    return this.world.oracle.violation === null;
  }

  private async openMarket(): Promise<void> {
    const { random, books, provider } = this.world;
    for (let number = 1; number <= this.plan.sellers; number += 1) {
      const id = `s${number}`;
      const [state, status] = random.pick([
        ['approved', 'APPROVED'],
        ['approved', 'APPROVED'],
        ['limited', 'PARTIALLY_APPROVED'],
        ['limited', 'PARTIALLY_APPROVED'],
        ['kyc_required', 'KYC_REQUIRED'],
      ] as const);
      const providerSellerId = `seller_${number}`;
      books.sellers.set(id, {
        id,
        providerSellerId,
        state,
        accountFingerprint: `account of ${id}`,
        accountWaits: false,
      });
      provider.sellers.set(providerSellerId, { status, deleted: false });
      for (let times = random.integer(1, 2); times > 0; times -= 1) await earn(this.world, id, anyAmount(random));
    }
  }

  /** Enters runs, the deeds around them and the first poll into the agenda; returns the end of the troubled time. */
  private planDeeds(): number {
    const { agenda, random } = this.world;
    const start = this.plan.startsAt;
    let endsAt = start;
    for (const [index, offset] of this.plan.runs.entries()) {
      agenda.add(start + offset, async () => {
        if (index > 0) for (const id of this.world.books.sellers.keys()) await earn(this.world, id, anyAmount(random));
        await startRun(this.world);
      });
      for (let count = random.integer(3, 9); count > 0; count -= 1) {
        const at = start + offset + logarithmic(random, 3, random.pick([16, 20, 23]));
        agenda.add(at, () => this.does(drawDeed(random)));
        endsAt = Math.max(endsAt, at);
      }
    }
    agenda.after(POLL_MS, () => this.poll());
    return endsAt + random.integer(1_000, 600_000);
  }

  private async does(deed: Deed): Promise<void> {
    this.world.operations += 1;
    await deed(this.world, (afterMs, run) => {
      const repair = { isDue: true, run };
      this.repairs.push(repair);
      this.world.agenda.after(afterMs, () => this.repair(repair));
    });
  }

  private async repair(repair: { isDue: boolean; run: () => void | Promise<void> }): Promise<void> {
    if (!repair.isDue) return;
    repair.isDue = false;
    await repair.run();
  }

  /** The scheduler's poll. Its interval grows while nothing happens, to save real time. */
  private poll(): void {
    const { agenda, trace, crew } = this.world;
    if (this.isResting) return;
    const task = new Task(agenda, 'poll');
    crew.takes(task, () => undefined);
    task.start(0, async () => {
      const { store } = portsOf(this.world, task, this.plan.pageSize, this.sabotage);
      await store
        .transaction('poll', (records) => pollPayouts(records, platformNow(this.world)))
        .catch((error: unknown) => trace.note(`poll failed: ${(error as Error).message}`));
      crew.ends(task);
    });
    agenda.after(this.pollMs, () => this.poll());
    this.pollMs = Math.min(POLL_SPARSE_MS, this.pollMs * 3);
  }

  /** No further faults, and people do what they are asked: everything must come to rest by itself. */
  private async calm(): Promise<void> {
    const { agenda, faults, queue, oracle, books } = this.world;
    faults.end();
    queue.comeBack();
    queue.setRight();
    for (const repair of this.repairs) await this.repair(repair);
    await fund(this.world);
    for (const { id } of [...books.runs.values()]) await approveRun(this.world, id);
    this.pollMs = POLL_MS;
    agenda.after(0, () => this.poll());
    const until = agenda.now + REST_WITHIN_MS;
    while (this.goesOn() && !this.isAtRest()) {
      if (await agenda.next(until)) continue;
      oracle.require('I14', false, `no rest within ${REST_WITHIN_MS / 86_400_000} days: ${this.restless()}`);
    }
    this.isResting = true;
    if (oracle.violation === null) oracle.atRest();
  }

  private isAtRest(): boolean {
    const { crew, exchange, queue, books } = this.world;
    if (!crew.isIdle || !exchange.isIdle || queue.open.length > 0) return false;
    // A batch may be looked up long after its payouts have ended.
    if ([...books.batches.values()].some(({ state }) => state === 'unknown')) return false;
    return [...books.runs.values()].every((run) => hasEnded(books, run));
  }

  private restless(): string {
    const { queue, books } = this.world;
    const jobs = queue.open.map((row) => row.job);
    const runs = [...books.runs.values()]
      .filter((run) => run.state !== 'closed')
      .map((run) => `run ${run.id} ${run.state}`);
    const payouts = [...books.payouts.values()].map((p) => p.state);
    return [...jobs, ...runs, ...payouts].join(', ');
  }

  /** Two weeks later, old messages arrive again: nothing may change, and no byte may be sent. */
  private async replayOldMessages(): Promise<void> {
    const { agenda, books, random, queue, oracle } = this.world;
    oracle.seal();
    const old = random.shuffle(books.outbox).slice(0, OLD_MESSAGES);
    for (const row of old) agenda.after(OLD_MS + random.integer(0, 1_000), () => queue.deliverAnyway(row));
    while (this.goesOn() && (await agenda.next(agenda.now + 2 * OLD_MS)));
    if (oracle.violation === null) oracle.atRest();
  }
}
