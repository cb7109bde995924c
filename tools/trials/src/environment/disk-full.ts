import { setTimeout as sleep } from 'node:timers/promises';
import { openSmallVolume } from '@jeongsan/stack';
import { NotHere, type Trial } from '../frame/trial.js';
import { inTheMiddleOf, atTheStartOf, playUnder } from '../load/play.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { openStage } from '../load/stage.js';
import { PostgresNode } from '../servers/postgres-node.js';

const VOLUME_MB = 450;
const FULL_MS = 8_000;
/** A server with little room: what it keeps of its log would fill the volume by itself. */
const FRUGAL = { wal_keep_size: '0', max_wal_size: '96MB', min_wal_size: '32MB' };

/**
 * Everything of the platform's Postgres lies on a small volume, which is full for some seconds, twice: once while orders are
 * paid, once while sellers are paid. A server that gave up is started again after there is room.
 */
export const diskFull: Trial = {
  name: 'disk-full',
  shows:
    'the disk of Postgres is full for seconds, twice: what cannot be stored is not acknowledged, and goes on afterwards',
  needs: ['postgresql-15', 'util-linux'],
  run: async (ground) => {
    const volume = await openSmallVolume(VOLUME_MB);
    if (volume === undefined) throw new NotHere('it needs a Linux that lets users have namespaces');
    ground.undo.add(() => volume.stop());
    const server = await PostgresNode.primary(ground, 'a', FRUGAL, `${volume.folder}/data`);
    const stage = await openStage(ground, { brought: { databaseUrl: server.url() } });
    let restarts = 0;
    const fill = async (): Promise<void> => {
      await volume.fill();
      await sleep(FULL_MS);
      await volume.free();
      if (await server.revive()) restarts += 1;
    };
    const { figures } = await playUnder(stage, [
      { what: 'the disk is full', when: inTheMiddleOf('orders', 3), act: fill },
      { what: 'the disk is full again', when: atTheStartOf('dispatch', FIRST_PAYDAY), act: fill },
    ]);
    return { ...figures, 'full for': `2 × ${FULL_MS / 1000} s`, 'times Postgres gave up and was started': restarts };
  },
};
