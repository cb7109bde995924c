import { AsyncLocalStorage } from 'node:async_hooks';

/** The outbox row of a job that is being run. */
export type RunningJob = Readonly<{ id: bigint; dedupeKey: string | null }>;

const running = new AsyncLocalStorage<RunningJob>();

/** Runs a job's work. What the work enqueues under the key of this job takes the key over: see `enqueue`. */
export const inJob = <T>(job: RunningJob, work: () => Promise<T>): Promise<T> => running.run(job, work);

export const runningJob = (): RunningJob | undefined => running.getStore();
