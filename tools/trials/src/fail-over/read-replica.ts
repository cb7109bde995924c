import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures, Trial } from '../frame/trial.js';
import { until } from '../ground/eventually.js';
import { atTheStartOf, playUnder, type Strike } from '../load/play.js';
import { Reader, type Reads } from '../load/reader.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { DATABASE_PREFIX, openStage } from '../load/stage.js';
import { PostgresNode } from '../servers/postgres-node.js';

/** Each stretch lasts so long beside the play. Longer than a service leaves a replica that failed alone. */
const STRETCH_MS = 12_000;

/** What the replica is while lists are read: it is asked and has all, it is behind, or it is dead. */
type Replica = 'asked' | 'behind' | 'dead';

/** Statements that a replica answered since its start. */
const answered = async (replica: PostgresNode): Promise<number> => {
  const [row] = await replica.query<{ count: string }>(
    `select xact_commit::text as count from pg_stat_database where datname = $1`,
    [DATABASE_PREFIX],
  );
  return Number(row?.count ?? 0);
};

/**
 * All lists are read from a replica while a market is played: it keeps up, it stops to replay, it dies, it comes back. No read may
 * fail, and none may lack what was written before it.
 */
export const readReplica: Trial = {
  name: 'read-replica',
  shows: 'lists are read from a replica that lags, dies and comes back: none lacks what was written before it',
  needs: ['postgresql-15'],
  run: async (ground) => {
    const primary = await PostgresNode.primary(ground, 'a');
    const replica = await PostgresNode.standbyOf(primary, 'b');
    const stage = await openStage(ground, {
      brought: { databaseUrl: primary.url() },
      readAt: (url) => Object.assign(new URL(url), { port: String(replica.port) }).toString(),
    });
    const reader = new Reader(stage.platform);
    const seen: Record<string, string> = {};
    const judge = (name: string, reads: Reads, byReplica: number, isAsked: boolean): void => {
      seen[name] = lineOf(reads, byReplica);
      const problem = problemOf(reads, isAsked && byReplica < reads.count);
      if (problem !== undefined) throw new Error(`While ${name}: ${problem}: ${seen[name]}`);
    };
    const stretch = async (name: string, state: Replica): Promise<void> => {
      const before = state === 'dead' ? 0 : await answered(replica);
      reader.taken();
      await sleep(STRETCH_MS);
      const reads = reader.taken();
      judge(name, reads, state === 'dead' ? 0 : (await answered(replica)) - before, state === 'asked');
    };
    const { figures } = await playUnder(stage, strikesOn({ primary, replica, reader, stretch }), {
      onAcknowledged: (orderId) => reader.lookUp(orderId),
    });
    judge('b is dead to the end', reader.taken(), 0, false);
    return { ...figures, ...seen } satisfies Figures;
  },
};

type Struck = Readonly<{
  primary: PostgresNode;
  replica: PostgresNode;
  reader: Reader;
  /** Reads for a while and judges what was read. */
  stretch: (name: string, state: Replica) => Promise<void>;
}>;

const strikesOn = ({ primary, replica, reader, stretch }: Struck): Strike[] => [
  {
    what: 'lists are read from b',
    when: atTheStartOf('orders', 2),
    isAwaited: true,
    act: () => stretch('b keeps up', 'asked'),
  },
  {
    what: 'b stops to replay',
    when: atTheStartOf('orders', 3),
    isAwaited: true,
    act: async () => {
      await replica.query('select pg_wal_replay_pause()');
      await stretch('b stands still', 'behind');
      await replica.query('select pg_wal_replay_resume()');
    },
  },
  {
    what: 'b dies',
    when: atTheStartOf('orders', 4),
    isAwaited: true,
    act: async () => {
      await replica.kill();
      await stretch('b is away', 'dead');
      await replica.start();
      await until(
        'b follows a',
        () => primary.standbys(),
        (rows) => rows.has(replica.name),
      );
      await stretch('b is back', 'asked');
    },
  },
  {
    what: 'b dies again, while sellers are paid',
    when: atTheStartOf('dispatch', FIRST_PAYDAY),
    isAwaited: true,
    act: async () => {
      reader.taken();
      await replica.kill();
    },
  },
];

const lineOf = ({ count, stale, slowestMs }: Reads, byReplica: number): string =>
  `${count} reads, ${stale} stale, the slowest ${slowestMs.toFixed(0)} ms; the replica answered ${byReplica} statements`;

function problemOf({ count, stale }: Reads, isUnasked: boolean): string | undefined {
  if (count === 0) return 'nothing was read';
  if (stale > 0) return 'a read lacks what was written before it';
  return isUnasked ? 'the replica was not asked' : undefined;
}
