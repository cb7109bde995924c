import { Client } from 'pg';
import { adminDatabaseUrl } from '../testing/env.js';
import { basic, SECRET_KEY, startSandbox, type Sandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const END_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

const buy = (orderId: string) =>
  sandbox.control
    .payAsBuyer({ body: { method: '카드', orderName: '사과', orderId, amount: 3_000_000_001n } })
    .then(({ paymentKey }) =>
      sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 3_000_000_001n } }),
    );

test('sessions that Postgres ends in the middle of their work end nothing else', async () => {
  let isOver = false;
  let [paid, failed] = [0, 0];
  const buyers = Array.from({ length: 6 }, async (_, buyer) => {
    for (let turn = 0; !isOver; turn += 1) {
      await buy(`away-${buyer}-${turn}`).then(
        () => (paid += 1),
        () => (failed += 1),
      );
    }
  });
  for (let strike = 0; strike < 8; strike += 1) {
    await sandbox.sql(END_SESSIONS);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  isOver = true;
  await Promise.all(buyers);
  expect(failed).toBeGreaterThan(0);
  expect(paid).toBeGreaterThan(0);
  expect(await buy('away-afterwards')).toMatchObject({ status: 'DONE' });
});

test('without its database it answers as the provider does, and recovers by itself', async () => {
  const [found] = await sandbox.sql('select current_database() as name');
  const name = String(found?.['name']);
  const server = new Client({ connectionString: adminDatabaseUrl() });
  await server.connect();
  try {
    await server.query(`alter database ${name} allow_connections false`);
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const read = await fetch(`${sandbox.url}/v1/payments/none`, { headers: { authorization: basic(SECRET_KEY) } });
    const said = await read.text();
    expect([read.status, JSON.parse(said)]).toMatchObject([500, { code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' }]);
    expect(said).not.toMatch(/ at |node_modules/);
    const control = await fetch(`${sandbox.url}/control/book`);
    expect([control.status, control.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await control.json()).toMatchObject({ code: 'UNAVAILABLE' });
    const ready = await fetch(`${sandbox.url}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { status: 'error', info: {}, error: { database: { status: 'down' } }, details: { database: { status: 'down' } } },
    ]);
  } finally {
    await server.query(`alter database ${name} allow_connections true`);
    await server.end();
  }
  expect(await buy('away-and-back')).toMatchObject({ status: 'DONE' });
});
