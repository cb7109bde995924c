import type { Trial } from '../frame/trial.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { openStage } from '../load/stage.js';
import { atTheStartOf, inTheMiddleOf, playUnder } from '../load/play.js';
import { PostgresNode } from '../servers/postgres-node.js';
import { startSwitch, type Switch } from '../servers/switch.js';
import { until } from '../ground/eventually.js';

/** No commit is acknowledged before this standby has it on its disk. */
export async function makeSynchronous(primary: PostgresNode, standby: PostgresNode): Promise<void> {
  await primary.set({ synchronous_standby_names: `FIRST 1 ("${standby.name}")` });
  await until(
    `${standby.name} is synchronous`,
    () => primary.standbys(),
    (rows) => rows.get(standby.name) === 'sync',
  );
}

/** The old primary is dead before the standby is promoted: two primaries would be two truths. */
export async function failOver(from: PostgresNode, to: PostgresNode, proxy: Switch): Promise<void> {
  await from.kill();
  await to.promote();
  await proxy.pointTo(to);
}

/**
 * The primary is killed while orders are paid, and its successor while sellers are paid; each time the synchronous standby takes
 * over behind one address. No acknowledged fact is lost, and no payout is made twice.
 */
export const standbySync: Trial = {
  name: 'standby-sync',
  shows: 'the primary dies twice under load, a synchronous standby is promoted: nothing acknowledged is lost',
  needs: ['postgresql-15', 'haproxy'],
  run: async (ground) => {
    const a = await PostgresNode.primary(ground, 'a');
    const proxy = await startSwitch(ground, a);
    const b = await PostgresNode.standbyOf(a, 'b');
    await makeSynchronous(a, b);
    const stage = await openStage(ground, { brought: { databaseUrl: a.url('postgres', proxy.port) } });
    let c: PostgresNode | undefined;
    const { figures } = await playUnder(stage, [
      {
        what: 'a is killed, b is promoted',
        when: inTheMiddleOf('orders', 3),
        act: () => failOver(a, b, proxy),
      },
      {
        what: 'c becomes the synchronous standby of b',
        when: atTheStartOf('orders', 4),
        isAwaited: true,
        act: async () => {
          c = await PostgresNode.standbyOf(b, 'c');
          await makeSynchronous(b, c);
        },
      },
      {
        what: 'b is killed, c is promoted',
        when: atTheStartOf('dispatch', FIRST_PAYDAY),
        act: async () => {
          if (c === undefined) throw new Error('There is no c');
          await failOver(b, c, proxy);
        },
      },
    ]);
    const [row] = (await c?.query<{ timeline: number }>(
      'select timeline_id as timeline from pg_control_checkpoint()',
    )) ?? [{ timeline: 0 }];
    return { ...figures, timeline: `1 → ${row?.timeline} (two promotions)` };
  },
};
