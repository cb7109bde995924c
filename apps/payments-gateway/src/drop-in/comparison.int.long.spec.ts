import { get } from 'node:http';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '@jeongsan/testing';
import { type GatewayApp, MARKET_KEY, startGatewayApp } from '../testing/gateway-app.js';
import { GatewayWorld, MONDAY } from '../testing/gateway-world.js';
import { flows, mistakes } from '../testing/provider-flows.js';
import { differences } from '../testing/same-answers.js';
import { basic, type Heard, Side } from '../testing/side.js';
import { type DropInOperationName, dropInTreatments } from '@jeongsan/platform-contract';

// Every operation of the provider, once at the provider itself and once, unchanged, at the gateway's address. The clocks of both
// providers stand still, so that only what is drawn by chance may differ.
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

/** Whether the operation belongs to our own API: the gateway refuses it as soon as the caller is known. */
const isRefused = ({ name, status }: Heard): boolean => dropInTreatments[name] === 'refused' && status !== 401;
const all: Heard[] = [];

test.each(Object.entries(flows))('%s', async (_, flow) => {
  direct.heard.length = 0;
  gateway.heard.length = 0;
  await flow(direct);
  await flow(gateway);
  expect(gateway.heard.map(({ name, label }) => [name, label])).toEqual(
    direct.heard.map(({ name, label }) => [name, label]),
  );
  expect(direct.heard.flatMap((heard, index) => differences(heard, gateway.heard[index] as Heard))).toEqual([]);
  all.push(...gateway.heard);
});

test('every operation that is not refused has succeeded in a flow above', () => {
  const succeeded = new Set(all.filter(({ status }) => status === 200).map(({ name }) => name));
  const served = (Object.keys(dropInTreatments) as DropInOperationName[]).filter(
    (name) => dropInTreatments[name] !== 'refused',
  );
  expect(served.filter((name) => !succeeded.has(name))).toEqual([]);
});

test('wrong calls of every operation are answered alike', async () => {
  direct.heard.length = 0;
  gateway.heard.length = 0;
  await mistakes(direct);
  await mistakes(gateway);
  const pairs = direct.heard.map((heard, index) => [heard, gateway.heard[index] as Heard] as const);
  expect(pairs.flatMap(([a, b]) => (isRefused(b) ? [] : differences(a, b)))).toEqual([]);
  expect(new Set(gateway.heard.map(({ name }) => name)).size).toBe(Object.keys(dropInTreatments).length);
});

test('sellers and payouts are refused with the name of our own API, in the envelope of the path', async () => {
  for (const name of Object.keys(dropInTreatments) as DropInOperationName[]) {
    if (dropInTreatments[name] !== 'refused') continue;
    const json = await gateway.call<{ error?: unknown }>(name, 'with a key');
    expect(gateway.heard.at(-1)).toMatchObject({ status: 403 });
    const refusal = { code: 'USE_PLATFORM_API', message: expect.stringContaining('/') as string };
    expect(json.error === undefined ? json : json.error).toEqual(refusal);
  }
});

/** The status of a GET whose path is sent as it is: `fetch` would resolve `..` itself. */
const statusOf = (path: string, authorization: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.base);
    const asked = get({ hostname, port, path, headers: { authorization } }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    asked.on('error', reject);
  });

test('no credential of ours reaches the provider, and no key of the other side, person or stranger gets through', async () => {
  const before = (await world.sandbox.control.listRequests({ query: {} })).items.length;
  const verdict = async (name: DropInOperationName, authorization: string, params = {}) => {
    const { code } = await gateway.call(name, 'strange', { authorization, params });
    return [gateway.heard.at(-1)?.status, code];
  };
  expect(await verdict('getWalletMethods', `Bearer ${MARKET_KEY}`)).toEqual([401, 'INVALID_ACCESS_TOKEN']);
  expect(await verdict('listPromotions', basic('live_sk_market'))).toEqual([400, 'INVALID_API_KEY']);
  expect(await verdict('listPromotions', 'Bearer live_sk_market')).toEqual([400, 'INVALID_API_KEY']);
  expect(await verdict('listTransactions', basic('people-key'))).toEqual([403, 'FORBIDDEN_REQUEST']);
  const key = basic(MARKET_KEY);
  for (const id of ['..', '%2e%2e', '..%2f..%2fv2%2fpayouts', '..%5cx', 'a%01b']) {
    expect([id, await statusOf(`/v1/payments/${id}`, key)]).toEqual([id, 400]);
  }
  expect((await world.sandbox.control.listRequests({ query: {} })).items).toHaveLength(before);
});
