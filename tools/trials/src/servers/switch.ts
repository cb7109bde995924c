import { writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { freePort, startInstalled } from '@jeongsan/child-processes';
import { programOf } from '../frame/packages.js';
import { until } from '../ground/eventually.js';
import type { Ground } from '../ground/ground.js';
import type { PostgresNode } from './postgres-node.js';

/** One address for several Postgres servers, of which one at a time gets the connections: HAProxy. */
export type Switch = Readonly<{
  port: number;
  /** Sends all connections to this server from now on, and ends those to the other ones. */
  pointTo: (node: Pick<PostgresNode, 'port'>) => Promise<void>;
}>;

const COMMAND_MS_MAX = 5_000;

/** Starts the switch; it points to `primary` first. */
export async function startSwitch(ground: Ground, primary: Pick<PostgresNode, 'port'>): Promise<Switch> {
  const [port, socket] = [await freePort(), join(ground.folder, 'haproxy.sock')];
  const lines = [
    'global',
    `  stats socket ${socket} mode 600 level admin`,
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen postgres',
    `  bind 127.0.0.1:${port}`,
    // No health check decides here: which server is the primary is the decision of whoever promotes it.
    `  server primary 127.0.0.1:${primary.port}`,
  ];
  const file = join(ground.folder, 'haproxy.cfg');
  await writeFile(file, `${lines.join('\n')}\n`);
  const logFile = join(ground.folder, 'haproxy.log');
  const proxy = await startInstalled(await programOf('haproxy'), ['-db', '-f', file], { folder: '/', logFile });
  ground.undo.add(() => proxy.stop());
  await until(
    'HAProxy answers',
    () => order(socket, 'show info'),
    (answer) => answer.includes('HAProxy'),
  );
  const pointTo = async (node: Pick<PostgresNode, 'port'>): Promise<void> => {
    await order(socket, 'set server postgres/primary state maint');
    await order(socket, 'shutdown sessions server postgres/primary');
    await order(socket, `set server postgres/primary addr 127.0.0.1 port ${node.port}`);
    await order(socket, 'set server postgres/primary state ready');
  };
  return { port, pointTo };
}

/** One command to HAProxy's admin socket. @throws when HAProxy does not know the server. */
function order(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const connection = createConnection(socket, () => connection.end(`${command}\n`));
    connection.setTimeout(COMMAND_MS_MAX, () => connection.destroy(new Error(`HAProxy did not answer: ${command}`)));
    connection.on('data', (data: Buffer) => (answer += data.toString()));
    connection.on('error', reject);
    connection.on('close', () =>
      /No such|Unknown command|Require/.test(answer) ? reject(new Error(answer.trim())) : resolve(answer),
    );
  });
}
