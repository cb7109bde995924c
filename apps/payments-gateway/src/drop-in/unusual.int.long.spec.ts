import { join } from 'node:path';
import { startSandbox, type Sandbox } from '@jeongsan/testing';
import { type GatewayApp, startGatewayApp } from '../testing/gateway-app.js';
import { GatewayWorld, MONDAY } from '../testing/gateway-world.js';
import { differences } from '../testing/same-answers.js';
import { type Heard, Side } from '../testing/side.js';
import { oddities } from '../testing/odd-requests.js';
import { spelledMoves, versions } from '../testing/unusual-calls.js';
import type { Flow } from '../testing/provider-flows.js';

jest.setTimeout(120_000);
const world = new GatewayWorld();
let other: Sandbox;
let app: GatewayApp;
let direct: Side;
let gateway: Side;

beforeAll(async () => {
  await world.open();
  await world.begin();
  other = await startSandbox(join(__dirname, '../../..'));
  await other.control.setClock({ body: { now: MONDAY, mode: 'frozen' } });
  app = await startGatewayApp(world);
  direct = new Side(other.baseUrl, other.secretKey, other.control, () => Promise.resolve(), MONDAY, other.securityKey);
  gateway = app.side;
}, 120_000);
afterAll(async () => {
  await app.stop();
  await other.stop();
  await world.endAndClose();
});

async function compare(flow: Flow): Promise<void> {
  direct.heard.length = 0;
  gateway.heard.length = 0;
  await flow(direct);
  await flow(gateway);
  expect(direct.heard.flatMap((heard, index) => differences(heard, gateway.heard[index] as Heard))).toEqual([]);
}

test.each(Object.entries(spelledMoves))('%s in every spelling', (_, flow) => compare(flow));

test('odd methods, addresses, queries and headers are answered alike at every operation', () => compare(oddities));

test("every version of the provider's API comes through as it is, and is booked", () => compare(versions));

test('no spelling charges a buyer for an order that is not registered', async () => {
  const nobody = new Side(
    gateway.base,
    gateway.key,
    gateway.control,
    () => Promise.resolve(),
    MONDAY,
    world.sandbox.securityKey,
    'strange',
  );
  const { approved } = await world.sandbox.control.readBook({});
  for (const [name, flow] of Object.entries(spelledMoves)) if (!name.startsWith('cancel')) await flow(nobody);
  expect((await world.sandbox.control.readBook({})).approved).toBe(approved);
  const read = nobody.heard.filter(({ name, status }) => name === 'getPaymentByOrder' && status === 200);
  const states = new Set(read.map(({ json }) => (json as { status: string }).status));
  expect([...states].sort()).toEqual(['IN_PROGRESS']);
});
