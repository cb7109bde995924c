import { databaseLogins, roleOf } from '@jeongsan/database';
import type { Trial } from '../frame/trial.js';
import { atTheStartOf, inTheMiddleOf, playUnder } from '../load/play.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { DATABASE_PREFIX, openStage } from '../load/stage.js';
import { Pooler, type PoolMode } from '../servers/pooler.js';
import { PostgresNode } from '../servers/postgres-node.js';

/** A pooler passes no settings of a connection on, so each role brings the limits. */
const LIMITS = [
  `statement_timeout = '60s'`,
  `lock_timeout = '20s'`,
  `idle_in_transaction_session_timeout = '60s'`,
  'jit = off',
] as const;

async function limitRoles(server: PostgresNode): Promise<void> {
  for (const login of databaseLogins) {
    const role = roleOf(DATABASE_PREFIX, login);
    await server.query(`create role ${role} login`);
    for (const limit of LIMITS) await server.query(`alter role ${role} set ${limit}`);
  }
}

const trialOf = (mode: PoolMode): Trial => ({
  name: `pgbouncer-${mode}`,
  shows: `all services behind PgBouncer per ${mode}, which is killed twice under load: the totals are the same`,
  needs: ['postgresql-15', 'pgbouncer'],
  run: async (ground) => {
    const server = await PostgresNode.primary(ground, 'a');
    await limitRoles(server);
    const pooler = await Pooler.start(ground, server, mode);
    const stage = await openStage(ground, {
      brought: { databaseUrl: server.url() },
      proxied: (url) => pooler.behind(url, mode),
    });
    const crash = (): Promise<void> => pooler.crash();
    const { figures } = await playUnder(stage, [
      { what: 'PgBouncer is killed', when: inTheMiddleOf('orders', 3), act: crash },
      { what: 'PgBouncer is killed again', when: atTheStartOf('dispatch', FIRST_PAYDAY), act: crash },
    ]);
    const [row] = await server.query<{ locks: string }>(
      `select count(*) as locks from pg_locks where locktype = 'advisory'`,
    );
    return { ...figures, 'advisory locks left behind': row?.locks ?? '?' };
  },
});

/** With a connection per session nothing is shared; with one per transaction, no statement may have a name. */
export const pgbouncerSession = trialOf('session');
export const pgbouncerTransaction = trialOf('transaction');
