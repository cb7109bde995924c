import type { Trial } from '../frame/trial.js';
import { until } from '../ground/eventually.js';
import { atTheStartOf, inTheMiddleOf, playUnder } from '../load/play.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { openStage } from '../load/stage.js';
import { PASSWORD, RedisNode } from '../servers/redis-node.js';

const SENTINELS = 3;
const QUORUM = 2;

/** Kills the primary, and waits until the sentinels have named the other one. */
async function failOver(from: RedisNode, to: RedisNode): Promise<void> {
  await from.kill();
  await until(
    `${to.name} is the primary`,
    () => to.ask('role'),
    (role) => role.startsWith('master'),
  );
}

/**
 * Three sentinels watch a primary and a replica. The primary is killed while orders are paid; it comes back as the replica, and
 * its successor is killed while sellers are paid.
 */
export const sentinel: Trial = {
  name: 'sentinel',
  shows: 'Redis Sentinel names another primary twice under load: every job is done, the totals are the same',
  needs: ['redis-server', 'redis-sentinel'],
  run: async (ground) => {
    const a = await RedisNode.server(ground, 'redis-a');
    const b = await RedisNode.server(ground, 'redis-b', [`replicaof 127.0.0.1 ${a.port}`]);
    await until(
      'the replica follows',
      () => b.ask('info', 'replication'),
      (text) => text.includes('link_status:up'),
    );
    const watchers: RedisNode[] = [];
    for (let number = 1; number <= SENTINELS; number += 1) {
      const lines = [
        `sentinel monitor main 127.0.0.1 ${a.port} ${QUORUM}`,
        `sentinel auth-pass main ${PASSWORD}`,
        'sentinel down-after-milliseconds main 1000',
        'sentinel failover-timeout main 10000',
      ];
      watchers.push(await RedisNode.sentinel(ground, `sentinel-${number}`, lines));
    }
    for (const watcher of watchers) {
      await until(
        `${watcher.name} knows the others and the replica`,
        async () => [
          await watcher.ask('sentinel', 'sentinels', 'main'),
          await watcher.ask('sentinel', 'replicas', 'main'),
        ],
        ([others = '', replicas = '']) => others.split('runid').length === SENTINELS && replicas.includes(`${b.port}`),
      );
    }
    const hosts = watchers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const stage = await openStage(ground, { brought: { redisUrl: `redis+sentinel://:${PASSWORD}@${hosts}/main` } });
    const { figures } = await playUnder(stage, [
      { what: 'a is killed', when: inTheMiddleOf('orders', 3), act: () => failOver(a, b) },
      {
        what: 'a comes back as the replica of b',
        when: atTheStartOf('orders', 4),
        isAwaited: true,
        act: async () => {
          await a.start();
          await until(
            'a follows b',
            () => a.ask('info', 'replication'),
            (text) => text.includes('link_status:up'),
          );
        },
      },
      { what: 'b is killed', when: atTheStartOf('dispatch', FIRST_PAYDAY), act: () => failOver(b, a) },
    ]);
    return figures;
  },
};
