import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint } from '@jeongsan/http-contract';
import {
  providerContract,
  providerErrors,
  type ProviderErrorCode,
  SECURITY_MODE_ENCRYPTION,
  SECURITY_MODE_HEADER,
  TEST_CODE_HEADER,
} from '@jeongsan/provider-contract';
import { open, parseSecurityKey, seal } from '@jeongsan/jwe';
import { authenticated } from '../testing/buyer.js';
import { raw, type Sandbox, SECURITY_KEY_HEX, startSandbox } from '../testing/sandbox.js';
import { joined } from '../testing/wallet-customer.js';

type Way = Readonly<{ code: ProviderErrorCode; status: number; name: keyof typeof providerContract }>;

const isCode = (word: string): word is ProviderErrorCode => Object.hasOwn(providerErrors, word);
const isOperation = (word: string): word is keyof typeof providerContract => Object.hasOwn(providerContract, word);
const page = readFileSync(join(import.meta.dirname, '../../../../docs/provider-codes.md'), 'utf8');
/** The rows of both tables: code, status and the operation at which the page says that the code can be had. */
const ways: readonly Way[] = page.split('\n').flatMap((row) => {
  const [, code = '', status = '', name = ''] = /^\| `(\w+)` \| (\d+) \| [A-Z]+ \S+ \| `(\w+)` \|/.exec(row) ?? [];
  return isCode(code) && isOperation(name) ? [{ code, status: Number(status), name }] : [];
});

let sandbox: Sandbox;
let accessToken: string;
const key = parseSecurityKey(SECURITY_KEY_HEX);
beforeAll(async () => {
  sandbox = await startSandbox();
  ({ accessToken } = (await joined(sandbox)).token);
});
afterAll(() => sandbox.stop());

/** Calls an operation with a body that no rule was written for, and returns the status and the code of the answer. */
async function called(name: Way['name'], header: Record<string, string> = {}): Promise<[number, string | undefined]> {
  const { method, path, sealed, security }: Endpoint = providerContract[name];
  const isSealed = sealed === true && method === 'POST';
  const headers = {
    ...(isSealed
      ? { [SECURITY_MODE_HEADER]: SECURITY_MODE_ENCRYPTION, 'content-type': 'text/plain' }
      : { 'content-type': 'application/json' }),
    ...(security === 'bearer' && { authorization: `Bearer ${accessToken}` }),
    ...header,
  };
  const body = isSealed ? await seal('{}', key, { now: () => new Date() }) : '{}';
  const reply = await raw(sandbox, method, path.replace(/\{\w+\}/g, 'any'), {
    headers,
    ...(method === 'POST' && { body }),
    ...(security === 'bearer' && { secretKey: null }),
  });
  const text = isSealed && !reply.text.startsWith('{') ? (await open(reply.text, [key])).text : reply.text;
  const answer = JSON.parse(text) as { code?: string; error?: { code?: string } };
  return [reply.status, answer.error?.code ?? answer.code];
}

test('the page lists every code of the provider once', () => {
  expect(ways.map(({ code }) => code).sort()).toEqual(Object.keys(providerErrors).sort());
});

test('each code comes out of the operation that the page names, when the header asks for it', async () => {
  for (const { code, status, name } of ways) {
    expect([name, ...(await called(name, { [TEST_CODE_HEADER]: code }))]).toEqual([name, status, code]);
  }
});

test('each code comes out of that operation, when a fault was ordered, and the next call has none', async () => {
  for (const { code, status, name } of ways) {
    await sandbox.control.addFault({ body: { operation: name, kind: 'error', status, code, times: 1 } });
    expect([name, ...(await called(name))]).toEqual([name, status, code]);
  }
  expect((await sandbox.control.listFaults({})).items).toEqual([]);
});

test('each code of an approval comes out of confirm, when the buyer came back with it', async () => {
  const ofConfirm = ways.filter(({ name }) => name === 'confirmPayment');
  expect(ofConfirm.length).toBeGreaterThan(20);
  for (const { code } of ofConfirm) {
    const { paymentKey, orderId, totalAmount: amount } = await authenticated(sandbox, 10_000n, { refuseWith: code });
    await expect(sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount } })).rejects.toMatchObject({
      code,
    });
  }
});
