import type { Task } from '../time/task.js';
import type { Ground } from '../ground.js';

/** The lock of a job, and the time until a lost worker is noticed (libs/queues/src/queue-worker.ts). */
const LOCK_MS = 15_000;
const NOTICED_MS = 5_000;

type Held = { worker: number; onLockLost: () => void };

/** The worker processes: they crash with all their tasks, and stall longer than their locks last. */
export class Crew {
  private readonly tasks = new Map<Task, Held>();

  constructor(
    private readonly world: () => Ground,
    readonly size: number,
  ) {}

  get isIdle(): boolean {
    return this.tasks.size === 0;
  }

  /** `onLockLost`: the job is given to another worker, while this one may still be working. */
  takes(task: Task, onLockLost: () => void): void {
    this.tasks.set(task, { worker: this.world().random.integer(1, this.size), onLockLost });
  }

  ends(task: Task): void {
    this.tasks.delete(task);
  }

  /** A random freeze of the process, in milliseconds, from seconds to hours; 0: none. */
  stall(task: Task): number {
    const { faults, random } = this.world();
    if (!faults.strikes('worker stalled')) return 0;
    const ms = random.chance(0.3) ? random.integer(1_000, 14_000) : 2 ** random.integer(14, 23);
    if (ms > LOCK_MS) this.loseLock(task);
    return ms;
  }

  /** Kills the process of this task. */
  crash(task: Task): Promise<never> {
    const worker = this.tasks.get(task)?.worker;
    const died = task.die();
    if (worker !== undefined) this.kill(worker);
    return died;
  }

  /** A process dies with all its tasks; its jobs go to other processes when their locks expire. */
  kill(worker: number): void {
    for (const [task, held] of this.tasks) {
      if (held.worker !== worker) continue;
      task.kill();
      this.loseLock(task);
      this.tasks.delete(task);
    }
  }

  private loseLock(task: Task): void {
    const { agenda, random } = this.world();
    const held = this.tasks.get(task);
    if (held) agenda.after(LOCK_MS + random.integer(0, NOTICED_MS), held.onLockLost);
  }
}
