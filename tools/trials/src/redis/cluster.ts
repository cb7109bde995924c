import type { Trial } from '../frame/trial.js';
import { run } from '@jeongsan/child-processes';
import { programOf } from '../frame/packages.js';
import { until } from '../ground/eventually.js';
import type { Ground } from '../ground/ground.js';
import { atTheStartOf, inTheMiddleOf, playUnder } from '../load/play.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { openStage } from '../load/stage.js';
import { PASSWORD, RedisNode } from '../servers/redis-node.js';
import { freePort } from '@jeongsan/child-processes';

const MASTERS = 3;
const NODE_TIMEOUT_MS = 2_000;
const CREATE_MS_MAX = 60_000;
/** All queues share this hash tag, so one master holds them. */
const HASH_TAG = '{jeongsan}';

/** Three masters, each with one replica. */
async function startCluster(ground: Ground): Promise<RedisNode[]> {
  const nodes: RedisNode[] = [];
  for (let number = 1; number <= MASTERS * 2; number += 1) {
    const own = ['cluster-enabled yes', `cluster-node-timeout ${NODE_TIMEOUT_MS}`, `cluster-port ${await freePort()}`];
    nodes.push(await RedisNode.server(ground, `node-${number}`, own));
  }
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const create = ['--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes'];
  const { code, output } = await run(await programOf('redis-tools'), ['-a', PASSWORD, '--no-auth-warning', ...create], {
    timeoutMs: CREATE_MS_MAX,
  });
  if (code !== 0) throw new Error(`redis-cli --cluster create failed:\n${output}`);
  for (const node of nodes) {
    await until(
      `${node.name} sees the cluster`,
      () => node.ask('cluster', 'info'),
      (info) => info.includes('state:ok'),
    );
    // A replica that has not copied its master yet cannot take over.
    await until(
      `${node.name} has copied its master`,
      () => node.ask('info', 'replication'),
      (info) => /role:master[^]*connected_slaves:1/.test(info) || info.includes('link_status:up'),
    );
  }
  return nodes;
}

/** The master that holds the queues at the moment. */
async function holderOf(nodes: readonly RedisNode[]): Promise<RedisNode> {
  for (const node of nodes) {
    const text = await node.ask('cluster', 'nodes').catch(() => '');
    const slot = Number(await node.ask('cluster', 'keyslot', HASH_TAG).catch(() => ''));
    const line = text.split('\n').find((each) => /\bmaster\b/.test(each) && !/fail/.test(each) && holds(each, slot));
    const port = /:(\d+)@/.exec(line ?? '')?.[1];
    const holder = nodes.find((each) => String(each.port) === port);
    if (holder !== undefined) return holder;
  }
  throw new Error('No master holds the queues');
}

const holds = (line: string, slot: number): boolean =>
  line
    .split(' ')
    .slice(8)
    .some((range) => {
      const [from = '', to = from] = range.split('-');
      return Number(from) <= slot && slot <= Number(to);
    });

/** Kills the master that holds the queues, and waits until its replica is the master. */
async function killHolder(nodes: readonly RedisNode[]): Promise<RedisNode> {
  const holder = await holderOf(nodes);
  await holder.kill();
  const others = nodes.filter((node) => node !== holder);
  await until(
    'its replica has taken over',
    () => holderOf(others),
    (node) => node !== holder,
  );
  return holder;
}

/** The master that holds all queues is killed while orders are paid, and its successor while sellers are paid. */
export const cluster: Trial = {
  name: 'cluster',
  shows: 'on a Redis Cluster of three masters the one that holds the queues dies twice under load: totals are the same',
  needs: ['redis-server', 'redis-tools'],
  run: async (ground) => {
    const nodes = await startCluster(ground);
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const stage = await openStage(ground, { brought: { redisUrl: `redis+cluster://:${PASSWORD}@${hosts}` } });
    const killed: RedisNode[] = [];
    const kill = async (): Promise<void> => void killed.push(await killHolder(nodes));
    const { figures } = await playUnder(stage, [
      { what: 'the master with the queues is killed', when: inTheMiddleOf('orders', 3), act: kill },
      {
        what: 'it comes back as a replica',
        when: atTheStartOf('orders', 4),
        isAwaited: true,
        act: async () => {
          const [first] = killed;
          if (first === undefined) throw new Error('No master was killed');
          await first.start();
          await until(
            'it follows',
            () => first.ask('info', 'replication'),
            (text) => text.includes('link_status:up'),
          );
        },
      },
      { what: 'the master with the queues is killed again', when: atTheStartOf('dispatch', FIRST_PAYDAY), act: kill },
    ]);
    return { ...figures, 'masters killed': killed.map(({ name }) => name).join(', ') };
  },
};
