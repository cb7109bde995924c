import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, instantAt } from '@jeongsan/calendar';
import { areProven, readSignedNights, waitUntilQuiet, type Platform } from '@jeongsan/market';
import { run } from '@jeongsan/child-processes';
import type { Trial } from '../frame/trial.js';
import { until } from '../ground/eventually.js';
import type { Ground } from '../ground/ground.js';
import { atTheStartOf, inTheMiddleOf, playUnder } from '../load/play.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { DATABASE_PREFIX, openStage } from '../load/stage.js';
import { Backups } from '../servers/backups.js';
import { PostgresNode } from '../servers/postgres-node.js';
import { guardNames, payoutsAtProvider, without } from './forgotten-payouts.js';

const POINT = 'before-dispatch';
const BOOKS = join(import.meta.dirname, '../../../books/dist/bundle/main.js');
const VERIFY_MS_MAX = 120_000;

/** Balances of the ledger by account, as text for a comparison. */
async function balancesOf({ clients }: Pick<Platform, 'clients'>): Promise<string> {
  const { accounts } = await clients.reconciler.getTrialBalance({ query: {} });
  return accounts
    .map(({ account, currency, balance }) => `${account} ${currency} ${balance}`)
    .sort()
    .join('\n');
}

/** `npm run books -- verify` against the restored server. @throws with its output when the books have a flaw. */
async function verifyBooks(databaseUrl: string): Promise<string> {
  const { code, output } = await run(process.execPath, [BOOKS, 'verify'], {
    env: { DATABASE_URL: databaseUrl, PATH: '/usr/bin:/bin' },
    timeoutMs: VERIFY_MS_MAX,
  });
  if (code !== 0) throw new Error(`books verify (${code}):\n${output}`);
  return output.trim().split('\n').at(-1) ?? '';
}

/**
 * A full backup is taken while orders are paid, a point is named before sellers are paid, and the month goes on. Then the server
 * and its data are gone. A second server is restored to the point: the platform's own commands must verify its books, and its
 * guard must name every payout that the provider made after the point.
 */
export const restore: Trial = {
  name: 'restore',
  shows:
    'pgBackRest restores a second server to a named point: its books verify, and no payout after the point is repeated',
  needs: ['postgresql-15', 'pgbackrest'],
  run: async (ground) => {
    const { server, backups } = await archivedServer(ground);
    const stage = await openStage(ground, {
      brought: { databaseUrl: server.url() },
      // The guard looks back as far as the point may lie.
      settings: { 'payout-scheduler': { GUARD_DAYS: '30' } },
    });
    const { platform } = stage;
    const at = { balances: '', date: '', payouts: new Set<string>(), backupSeconds: 0 };
    let backup: Promise<void> | undefined;
    const { figures, played, witness } = await playUnder(stage, [
      {
        what: 'a full backup is taken',
        when: inTheMiddleOf('orders', 2),
        act: () => (backup = timed(() => backups.full(server)).then((seconds) => void (at.backupSeconds = seconds))),
      },
      {
        what: `the point ${POINT} is named`,
        when: atTheStartOf('dispatch', FIRST_PAYDAY),
        isAwaited: true,
        act: async (_witness, { date }) => {
          // A point before the end of the backup could not be reached from it.
          await backup;
          await waitUntilQuiet(platform, { at: instantAt(date, '04:00:05'), withinMs: 60_000 });
          at.date = date;
          at.payouts = await payoutsAtProvider(platform);
          at.balances = await balancesOf(platform);
          await server.query(`select pg_create_restore_point('${POINT}')`);
        },
      },
    ]);
    await archiveAll(server);
    const after = without(await payoutsAtProvider(platform), at.payouts);
    await platform.stop();
    await server.kill();
    await rm(server.data, { recursive: true });

    const second = await PostgresNode.at(ground, 'second');
    const restoreSeconds = await timed(async () => {
      await backups.restore(second, POINT);
      await second.start();
    });
    const verdict = await verifyBooks(second.url(DATABASE_PREFIX));
    const again = await stage.again({ databaseUrl: second.url() });
    const restored = await balancesOf(again);
    if (restored !== at.balances) throw new Error(`Balances then:\n${at.balances}\nrestored:\n${restored}`);
    const nights = await readSignedNights(again.clients.reconciler);
    if (nights.forged.length > 0) throw new Error(`Proofs that are not genuine: ${nights.forged.join(', ')}`);
    const named = await guardNames(again, after, addDays(played.until, 1));
    return {
      ...figures,
      'full backup under load': `${at.backupSeconds.toFixed(1)} s`,
      'restore, until the second server answers': `${restoreSeconds.toFixed(1)} s`,
      'books verify': verdict,
      'signed proofs': `${nights.proofs} read, 0 forged, last night ${nights.last?.night}, proven: ${areProven(nights)}`,
      'payouts after the point, named by the guard': `${named.named} of ${after.size} (${named.kinds}), repeated: 0`,
      witness: `${witness.count} orders`,
    };
  },
};

/** Ends the present part of the log, and waits until the repository has it. */
async function archiveAll(server: PostgresNode): Promise<void> {
  const [row] = await server.query<{ name: string }>(`select pg_walfile_name(pg_switch_wal()) as name`);
  await until(
    'the log is in the repository',
    () => server.query<{ last: string | null }>('select last_archived_wal as last from pg_stat_archiver'),
    ([archiver]) => (archiver?.last ?? '') >= (row?.name ?? '~'),
  );
}

/** A server that hands its log to a repository. */
async function archivedServer(ground: Ground): Promise<{ server: PostgresNode; backups: Backups }> {
  const backups = await Backups.in(ground, join(ground.folder, 'first'));
  const server = await PostgresNode.primary(ground, 'first', {
    // pgBackRest reaches a server of its own machine by the socket only.
    unix_socket_directories: join(ground.folder, 'first'),
    archive_mode: 'on',
    archive_command: backups.archiveCommand,
  });
  await backups.createStanza(server);
  return { server, backups };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return (performance.now() - begun) / 1000;
}
