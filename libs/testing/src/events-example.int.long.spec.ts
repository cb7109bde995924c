import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { type Elsewhere, installElsewhere, packLibrary } from './testing/elsewhere.js';

const examples = resolve(__dirname, '../../../examples/events');
const PACKING_MS_MAX = 240_000;
const secret = `whsec_${randomBytes(32).toString('base64')}`;

let folder: string;
let inbox: string;
let url: string;
const running: { stop: () => void }[] = [];
let worked: AsyncIterator<string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-events-example-'));
  inbox = join(folder, 'inbox');
  const needs = ['zod', 'eventsource-parser', '@hyunbinseo/holidays-kr', '@types/node', 'undici-types'];
  const elsewhere = await installElsewhere(folder, await packLibrary('client', needs, folder));
  await elsewhere.compile(await sources('consumer', 'worker'), { types: ['node'] });
  const consumer = start(elsewhere, 'esm/consumer');
  url = ((await consumer.next()) as { value: string }).value;
  worked = start(elsewhere, 'esm/worker');
}, PACKING_MS_MAX);
afterAll(async () => {
  for (const one of running) one.stop();
  await rm(folder, { recursive: true, force: true });
});

async function sources(...names: string[]): Promise<Record<string, string>> {
  const texts = names.map(async (name) => [`esm/${name}`, await readFile(join(examples, `${name}.ts`), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
}

function start(elsewhere: Elsewhere, file: string): AsyncIterator<string> {
  const child = elsewhere.start(file, { SECRET: secret, INBOX: inbox, PORT: '0' });
  running.push(child);
  return child.lines;
}

const body = (eventId: string, sellerId: string) =>
  JSON.stringify({
    ...{ eventId, eventType: 'payout.changed', entityId: eventId, sequence: 1, createdAt: new Date().toISOString() },
    data: {
      ...{ payoutId: randomUUID(), sellerId, runId: randomUUID(), amount: '26700', status: 'paid' },
      ...{ failureCode: null, failureClass: null, scheduleType: 'EXPRESS', payoutDate: '2026-05-06' },
    },
  });

async function send(eventId: string, text: string, by = secret): Promise<number> {
  const at = new Date();
  const headers = {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(eventId, at, text),
  };
  return (await fetch(url, { method: 'POST', headers, body: text })).status;
}

test('an event that comes ten times at once is stored once, and worked off once', async () => {
  const id = '018f0e5a-0000-7000-8000-000000000001';
  const text = body(id, 'acme');
  expect(await Promise.all(Array.from({ length: 10 }, () => send(id, text)))).toEqual(Array(10).fill(204));
  expect((await worked.next()).value).toBe('acme: payout of 26700 won is paid');
  // After it was worked off, too.
  expect(await send(id, text)).toBe(204);
  const next = '018f0e5a-0000-7000-8000-000000000002';
  expect(await send(next, body(next, 'bolt'))).toBe(204);
  expect((await worked.next()).value).toBe('bolt: payout of 26700 won is paid');
  expect((await readdir(inbox)).filter((name) => name.endsWith('.json'))).toHaveLength(2);
});

test('what another secret signed, or what was altered, is refused and not stored', async () => {
  const id = '018f0e5a-0000-7000-8000-000000000003';
  expect(await send(id, body(id, 'acme'), `whsec_${randomBytes(32).toString('base64')}`)).toBe(400);
  expect((await fetch(url, { method: 'POST', body: body(id, 'acme') })).status).toBe(400);
  expect((await readdir(inbox)).some((name) => name.includes(id))).toBe(false);
});
