import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { Inject, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { jobs, Permanent, type Handlers, type JobName, type QueueName } from '@jeongsan/messaging';
import { inJob, type RunningJob } from '@jeongsan/database';
import { hit, repeatable } from '@jeongsan/failpoints';
import { isServerAway } from '@jeongsan/nest-kit';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { UnrecoverableError, type Job } from 'bullmq';
import { JobLog } from './job-log.js';
import { LeftToNewer, readJob } from './read-job.js';
import { OverTime, within } from './time-limit.js';

/** A job with this many runs over the time limit counts as hanging, and dies. */
const OVER_TIME_MAX = 3;

/**
 * Base class of every processor: finds the handler, validates the data, and decides whether a failure is retried. BullMQ may
 * run a job twice, even at the same time: the outbox row records that a job is done, and handlers protect their effects with
 * rows of their own.
 */
export abstract class JobWorker<Q extends QueueName> extends WorkerHost implements BeforeApplicationShutdown {
  protected abstract readonly handlers: Handlers<Q>;
  @Inject(JobLog) private readonly jobLog!: JobLog;
  private readonly jobLogger = new Logger(JobWorker.name);

  override process(job: Job): Promise<void> {
    return repeatable(() => this.deliver(job));
  }

  /**
   * A job that repeatedly killed its worker (out of memory, a blocked event loop) is dropped by BullMQ without calling a
   * handler. The outbox row is marked here; when that fails, the row stays open and is published again.
   */
  @OnWorkerEvent('failed')
  async onFailed(job: Job | undefined): Promise<void> {
    if (job?.deferredFailure === undefined) return;
    this.jobLogger.error(`Job ${job.name} ${job.id} is dead: ${job.deferredFailure}`);
    try {
      const row = await this.jobLog.findOpen(job);
      if (row)
        await this.jobLog.markDead(row.id, `Each worker that took it died or stood still: ${job.deferredFailure}`);
    } catch (error) {
      this.jobLogger.warn(`Job ${job.name} ${job.id} could not be marked dead: ${(error as Error).message}`);
    }
  }

  /** Real time after which a run of a job counts as hanging. */
  protected timeLimitMs(job: JobName): number {
    return jobs[job].minutesMax * 60_000;
  }

  /** On shutdown: finishes running jobs and takes no new ones, while the database is still connected. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.isWorking) await this.worker.close();
  }

  private get isWorking(): boolean {
    try {
      return this.worker !== undefined;
    } catch {
      return false; // In a process that only answers requests no worker was ever started.
    }
  }

  private async deliver(job: Job): Promise<void> {
    const row = await this.jobLog.findOpen(job);
    if (!row) return;
    await inSpan(job.name, row.trace, () => this.attempt(job, row));
    await hit('job:done');
  }

  private async attempt(job: Job, row: RunningJob): Promise<void> {
    try {
      await hit('job:taken');
      await inJob(row, () => this.handle(job));
      await hit('job:handled');
    } catch (error) {
      await this.giveUpOrRetry(job, row.id, error as Error);
    }
    await this.jobLog.markDone(row.id);
  }

  private async handle(job: Job): Promise<void> {
    const { name, data } = readJob(job.name, job.data);
    const handler = (this.handlers as Readonly<Record<string, (data: unknown) => Promise<void>>>)[name];
    if (!handler) throw new Permanent(`Job ${name} is none of this queue`);
    await within(this.timeLimitMs(name), () => handler(data));
  }

  private async giveUpOrRetry(job: Job, rowId: bigint, error: Error): Promise<never> {
    const attempt = job.attemptsMade + 1;
    const attemptsMax = error instanceof OverTime ? OVER_TIME_MAX : (job.opts.attempts ?? 1);
    // During an outage of a server the job is not at fault: its row stays open and is published again.
    const isLast = error instanceof Permanent || (attempt >= attemptsMax && !isServerAway(error));
    if (!isLast) {
      this.jobLogger.warn(
        `Job ${job.name} ${job.id} failed at attempt ${attempt} and will be tried again: ${error.message}`,
      );
      throw error;
    }
    // The row of a job of a newer release stays open: the sweeper publishes the row again until a worker of that release takes
    // it.
    if (error instanceof LeftToNewer) throw new UnrecoverableError(error.message);
    this.jobLogger.error(`Job ${job.name} ${job.id} is dead after attempt ${attempt}`, error.stack);
    await this.jobLog.markDead(rowId, error.message);
    throw new UnrecoverableError(error.message);
  }
}

/** Continues the trace of the transaction that enqueued the job. */
async function inSpan(
  name: string,
  carrier: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<void> {
  const parent = propagation.extract(context.active(), carrier);
  await trace
    .getTracer('jeongsan')
    .startActiveSpan(`job ${name}`, { kind: SpanKind.CONSUMER }, parent, async (span) => {
      try {
        await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message });
        throw error;
      } finally {
        span.end();
      }
    });
}
