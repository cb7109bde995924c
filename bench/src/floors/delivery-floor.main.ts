import { createHmac } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventHeaders } from '@jeongsan/platform-contract';
import pg from 'pg';
import { serverEnv } from '../env.js';

const CONNECTIONS = 16;
const ROWS = 500;
const LANES = 256;
const POLL_MS = 10;

// The floor of sending events: rows are read, signed and sent, many at once, and each answer is one update and one commit.
const env = serverEnv();
const pool = new pg.Pool({ connectionString: env.databaseUrl, max: CONNECTIONS });
const agent = new Agent({ keepAlive: true, maxSockets: LANES });

type Row = { id: string; url: string; body: object };

async function send({ id, url, body }: Row): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', env.securityKey).update(`${id}.${timestamp}.`).update(bytes).digest('base64');
  const status = await post(url, bytes, {
    [eventHeaders.id]: id,
    [eventHeaders.timestamp]: timestamp,
    [eventHeaders.signature]: `v1,${signature}`,
  });
  await pool.query({
    name: 'record',
    text: 'update delivery set delivered_at = clock_timestamp(), status = $2 where id = $1',
    values: [id, status],
  });
}

const post = (url: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
    });
    sent.once('error', reject);
    sent.once('response', (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
    });
    sent.end(body);
  });

async function work(): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<Row>(
      `select id, url, body from delivery where delivered_at is null order by id limit ${ROWS}`,
    );
    if (rows.length === 0) await sleep(POLL_MS);
    const next = rows.values();
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (const row of next) await send(row);
      }),
    );
  }
}

createServer((_, reply) => void reply.end('{}')).listen(env.port, '127.0.0.1');
await work();
