import type { Endpoint } from '@jeongsan/http-contract';
import { providerContract } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { freezeAt } from '../testing/buyer.js';
import { accountOrder } from '../testing/accounts.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { decoderOf } from './decode.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});
afterAll(() => sandbox.stop());

const json = { 'content-type': 'application/json' };
const period = 'startDate=2026-03-01T00:00:00&endDate=2026-03-03T00:00:00';
const days = 'startDate=2026-03-01&endDate=2026-03-03';

// prettier-ignore
test.each([
  ['/v2/sellers?limit=&startingAfter='],
  ['/v2/payouts?payoutDateGte=&payoutDateLte=&startingAfter='],
  [`/v1/transactions?${period}&startingAfter=&limit=`],
  [`/v1/settlements?${days}&dateType=&page=&size=`],
  ['/v1/cash-receipts?requestDate=2026-03-04&cursor=&limit='],
  ['/v1/products?limit=&startingAfter='],
])('empty values of %s are as if absent', async (path) => {
  expect((await raw(sandbox, 'GET', path)).status).not.toBe(400);
});

test('an empty value of a required parameter is a missing one', async () => {
  const [empty, missing] = await Promise.all(
    ['/v1/cash-receipts?requestDate=', '/v1/cash-receipts'].map((path) => raw(sandbox, 'GET', path)),
  );
  expect([empty?.status, empty?.json]).toEqual([400, missing?.json]);
  expect(empty?.json['code']).toBe('INVALID_REQUIRED_PARAM');
});

const bodies = Object.entries(providerContract).flatMap(([name, e]: [string, Endpoint]) =>
  e.body instanceof z.ZodObject ? [[name, e, e.body] as const] : [],
);
const withoutParams = ({ method, path, summary, security, success, errors }: Endpoint): Endpoint => ({
  method,
  path,
  summary,
  security,
  success,
  errors,
});

function errorOf(read: () => unknown): unknown {
  try {
    read();
    return undefined;
  } catch (error) {
    return error;
  }
}

test('null for an optional field is read as its absence, in every operation but the change of a seller', () => {
  expect(bodies.length).toBeGreaterThan(20);
  for (const [name, e, { shape }] of bodies) {
    if (e === providerContract.updateSeller) continue;
    for (const [field, schema] of Object.entries<z.ZodType>(shape)) {
      if (!schema.safeParse(undefined).success) continue;
      const decode = decoderOf({ ...withoutParams(e), body: z.object({ [field]: schema }) });
      const read = () => decode({ params: {}, query: {}, body: { [field]: null } });
      expect([name, field, errorOf(read)]).toEqual([name, field, undefined]);
    }
  }
});

const created = {
  method: '카드',
  amount: 1_000,
  orderId: 'order-with-nulls',
  orderName: '사과',
  successUrl: 'https://market.example/ok',
  failUrl: 'https://market.example/no',
};
const post = (path: string, body: unknown) => raw(sandbox, 'POST', path, { headers: json, body: JSON.stringify(body) });

test('a payment and a virtual account are created with nulls for all that is optional', async () => {
  const nulls = { currency: null, taxFreeAmount: null, metadata: null, customerEmail: null, cardInstallmentPlan: null };
  expect(await post('/v1/payments', { ...created, ...nulls })).toMatchObject({
    status: 200,
    json: { currency: 'KRW' },
  });
  const account = { ...accountOrder(), amount: 10_000, orderId: 'order-account-nulls' };
  const reply = await post('/v1/virtual-accounts', { ...account, cashReceipt: null, dueDate: null, accountKey: null });
  expect(reply).toMatchObject({ status: 200, json: { virtualAccount: { accountType: '일반' } } });
});

// prettier-ignore
test.each([
  ['a required field',       { orderName: null },        'INVALID_REQUEST'],
  ['a value of metadata',    { metadata: { a: null } },  'INVALID_REQUEST'],
])('null for %s is refused', async (_, change, code) => {
  expect(await post('/v1/payments', { ...created, ...change })).toMatchObject({ status: 400, json: { code } });
});

test('the key of a fixed account may be a number: the account is the one of the same key as text', async () => {
  const account = { ...accountOrder(), amount: 10_000, accountType: '고정' };
  const [number, text] = await Promise.all([
    post('/v1/virtual-accounts', { ...account, orderId: 'order-key-number', accountKey: 17 }),
    post('/v1/virtual-accounts', { ...account, orderId: 'order-key-text', accountKey: '17' }),
  ]);
  const numberOf = ({ json: { virtualAccount } }: typeof number) =>
    (virtualAccount as { accountNumber: string }).accountNumber;
  expect([number.status, numberOf(number)]).toEqual([200, numberOf(text)]);
  expect(await post('/v1/virtual-accounts', { ...account, orderId: 'order-key-half', accountKey: 1.5 })).toMatchObject({
    status: 400,
  });
});
