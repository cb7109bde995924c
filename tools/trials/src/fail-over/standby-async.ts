import { instantAt } from '@jeongsan/calendar';
import { waitUntilQuiet } from '@jeongsan/market';
import type { Trial } from '../frame/trial.js';
import { until } from '../ground/eventually.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { openStage } from '../load/stage.js';
import { atTheStartOf, playUnder } from '../load/play.js';
import { PostgresNode } from '../servers/postgres-node.js';
import { startSwitch } from '../servers/switch.js';
import { failOver } from './standby-sync.js';
import { payOut, resolveForgotten, type Found } from './forgotten-payouts.js';

/** The standby stops to receive, as when the network between two machines breaks; it stays ready to be promoted. */
async function cutOff(primary: PostgresNode, standby: PostgresNode): Promise<void> {
  await standby.set({ primary_conninfo: '' });
  await until(
    'the standby is cut off',
    () => primary.standbys(),
    (rows) => !rows.has(standby.name),
  );
}

/**
 * An asynchronous standby loses contact, sellers are paid, and then the primary dies: the promoted books have approved runs that
 * look as if nothing had been sent. The guard must name every payout that the books forgot, sending must stay locked until a
 * person has looked, and the month must end with the same totals.
 */
export const standbyAsync: Trial = {
  name: 'standby-async',
  shows: 'an asynchronous standby without the last payouts is promoted: the guard names them, sending stays locked',
  needs: ['postgresql-15', 'haproxy'],
  run: async (ground) => {
    const a = await PostgresNode.primary(ground, 'a');
    const proxy = await startSwitch(ground, a);
    const b = await PostgresNode.standbyOf(a, 'b');
    const stage = await openStage(ground, { brought: { databaseUrl: a.url('postgres', proxy.port) } });
    let found: Found | undefined;
    let forgottenOrders = 0;
    const { figures } = await playUnder(
      stage,
      [
        {
          what: 'b is cut off, sellers are paid, a dies, b is promoted',
          when: atTheStartOf('dispatch', FIRST_PAYDAY),
          isAwaited: true,
          act: async (witness, step, clocked) => {
            await waitUntilQuiet(clocked, { at: instantAt(step.date, '04:00:05'), withinMs: 60_000 });
            await cutOff(a, b);
            const forgotten = await payOut(clocked, step);
            await failOver(a, b, proxy);
            forgottenOrders = (await witness.lost()).length;
            found = await resolveForgotten(stage, clocked, forgotten, step.date);
          },
        },
      ],
      { forgiven: () => forgottenOrders },
    );
    return {
      ...figures,
      'facts lost': `${forgottenOrders} orders that were acknowledged after the standby was cut off`,
      'payouts forgotten and named': `${found?.named} (${found?.kinds}), sent while locked: ${found?.sentWhileLocked}`,
      'holds released': found?.released ?? 0,
    };
  },
};
