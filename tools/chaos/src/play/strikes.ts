import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Strike, StrikeKind } from '../plan/plan-round.js';
import type { Days } from './days.js';
import { fillInbox } from './fill-inbox.js';
import { cutRedisLog, forgetRedisLog } from '../stage/redis-files.js';
import { JOB_LOCK_MS, JOB_LOCK_USUAL_MS, type Stage } from '../stage/stage.js';

/** Causes the fault, waits, and repairs it where needed. Returns how often the fault really struck. */
type Effect = (stage: Stage, strike: Strike, turns: Turns) => Promise<number>;

/** One after the other, where two faults would strike the same server. */
class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  take<T>(server: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(server) ?? Promise.resolve()).then(work);
    this.last.set(
      server,
      mine.catch(() => undefined),
    );
    return mine;
  }
}

const HOUR_MS = 3_600_000;
/** A minute at the pace of this stage: a silent worker's job is taken over after 4 s instead of 15 s. */
const REDIS_GONE_MS = (60_000 * JOB_LOCK_MS) / JOB_LOCK_USUAL_MS;
const COMMITS_CUT_MAX = 8;
const LOG_SHARE_MIN = 0.05;

const effects: Readonly<Record<StrikeKind, Effect>> = {
  'scheduler killed': async ({ replicas }, { draw, forMs }) => {
    await replicas.kill(Math.floor(draw * replicas.count));
    await sleep(forMs);
    await replicas.revive();
    return 1;
  },
  'scheduler frozen beyond its job locks': async ({ replicas }, { draw, forMs }) => {
    replicas.freeze(Math.floor(draw * replicas.count));
    await sleep(JOB_LOCK_MS + forMs);
    replicas.thaw();
    return 1;
  },
  'redis flushed': ({ servers }, _, turns) => turns.take('redis', () => flush(servers.redisUrl)),
  'redis killed, empty restart': (stage, { forMs }, turns) =>
    turns.take('redis', () => restartRedis(stage, forMs, () => forgetRedisLog(stage.servers.folder))),
  'redis killed, log cut': (stage, { forMs, draw }, turns) =>
    turns.take('redis', () =>
      restartRedis(stage, forMs, () => cutRedisLog(stage.servers.folder, LOG_SHARE_MIN + draw / 2)),
    ),
  'redis gone for a minute': (stage, _, turns) =>
    turns.take('redis', () => restartRedis(stage, REDIS_GONE_MS, async () => undefined)),
  'postgres stopped immediate': (stage, { forMs }, turns) =>
    turns.take('postgres', () => restartPostgres(stage, forMs, () => stage.servers.postgres?.stopImmediate())),
  'postgres killed': (stage, { forMs }, turns) =>
    turns.take('postgres', () => restartPostgres(stage, forMs, () => stage.servers.postgres?.kill())),
  'postgres and redis both gone': (stage, { forMs }, turns) =>
    turns.take('postgres', () =>
      turns.take('redis', async () => {
        const [times] = await Promise.all([
          restartPostgres(stage, forMs, () => stage.servers.postgres?.stopImmediate()),
          restartRedis(stage, forMs, async () => undefined),
        ]);
        return times;
      }),
    ),
  'disk full under the inbox': (stage, { forMs }, turns) => turns.take('postgres', () => fillInbox(stage, forMs)),
  'answer to COMMIT cut': (stage, strike) => cutCommits(stage, strike, 'answer'),
  'COMMIT cut': (stage, strike) => cutCommits(stage, strike, 'request'),
  'provider connections reset': async ({ wires }, { forMs }) => {
    const before = wires.provider.struck;
    for (let moment = 0; moment < 4; moment += 1) {
      wires.provider.reset();
      await sleep(forMs / 4);
    }
    return wires.provider.struck - before;
  },
  'provider black hole': (stage, strike, turns) => turns.take('provider', () => weather(stage, strike, 'black-hole')),
  'provider half-open': (stage, strike, turns) => turns.take('provider', () => weather(stage, strike, 'half-open')),
  'provider refuses connections': (stage, strike, turns) =>
    turns.take('provider', () => weather(stage, strike, 'refuse')),
  'clock +1 h': (stage, strike, turns) => turns.take('clock', () => jump(stage, strike, HOUR_MS)),
  'clock -1 h': (stage, strike, turns) => turns.take('clock', () => jump(stage, strike, -HOUR_MS)),
  'clock +2 days': (stage, strike, turns) => turns.take('clock', () => jump(stage, strike, 48 * HOUR_MS)),
};

/** All faults of this round, each on its day. */
export async function strikeAll(
  stage: Stage,
  strikes: readonly Strike[],
  days: Days,
  note: (kind: StrikeKind, times: number) => void,
): Promise<void> {
  const turns = new Turns();
  await Promise.all(
    strikes.map(async (strike) => {
      await days.until(strike.day);
      note(strike.kind, await effects[strike.kind](stage, strike, turns));
    }),
  );
}

async function flush(redisUrl: string): Promise<number> {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 3 });
  redis.on('error', () => undefined);
  try {
    await redis.flushall();
    return 1;
  } finally {
    redis.disconnect();
  }
}

async function restartPostgres(
  { servers }: Stage,
  downMs: number,
  end: () => Promise<void> | undefined,
): Promise<number> {
  await end();
  await sleep(downMs);
  await servers.postgres?.start();
  return 1;
}

async function restartRedis({ servers }: Stage, downMs: number, meanwhile: () => Promise<unknown>): Promise<number> {
  await servers.redis?.kill('SIGKILL');
  await meanwhile();
  await sleep(downMs);
  await servers.redis?.start();
  return 1;
}

async function cutCommits({ commits }: Stage, { draw, forMs }: Strike, cut: 'answer' | 'request'): Promise<number> {
  const before = commits.struck[cut];
  commits.order(Array.from({ length: 1 + Math.floor(draw * COMMITS_CUT_MAX) }, () => cut));
  await sleep(forMs);
  return commits.struck[cut] - before;
}

async function weather(
  { wires }: Stage,
  { forMs }: Strike,
  kind: 'black-hole' | 'half-open' | 'refuse',
): Promise<number> {
  const before = wires.provider.struck;
  wires.provider.set(kind);
  await sleep(forMs);
  wires.provider.restore();
  return wires.provider.struck - before;
}

async function jump({ clocks }: Stage, { forMs }: Strike, ms: number): Promise<number> {
  await clocks.jump(ms);
  await sleep(forMs);
  await clocks.jump(0);
  return 1;
}
