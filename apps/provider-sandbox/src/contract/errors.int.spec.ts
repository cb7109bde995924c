import {
  CallError,
  type Client,
  type Contract,
  createClient,
  type Endpoint,
  type WireReply,
} from '@jeongsan/http-contract';
import {
  providerContract,
  providerErrors,
  type ProviderErrorCode,
  temporaryErrors,
  TEST_CODE_HEADER,
  TRACE_ID_HEADER,
} from '@jeongsan/provider-contract';
import pLimit from 'p-limit';
import { z } from 'zod';
import { misfitOf } from '../testing/published.js';
import { http, merchantSend, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { joined } from '../testing/wallet-customer.js';

const LANES = 16;

const temporary: readonly string[] = temporaryErrors;
const operations: [string, Endpoint][] = Object.entries(providerContract);
let sandbox: Sandbox;
let accessToken: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  ({ accessToken } = (await joined(sandbox)).token);
});
afterAll(() => sandbox.stop());

/** The endpoint without its input's types: an ordered error is returned before any input is read. */
const anyInput = ({ params: _, query: __, body, ...e }: Endpoint): Endpoint => ({
  ...e,
  path: e.path.replace(/\{\w+\}/g, 'any') as Endpoint['path'],
  ...(body && { body: z.unknown() }),
});

type Answer = Readonly<{ error: unknown; reply: WireReply | undefined; opened: WireReply | undefined }>;

async function ordered(e: Endpoint, code: string, language: string): Promise<Answer> {
  let reply: WireReply | undefined;
  let opened: WireReply | undefined;
  const send = merchantSend(async (request) => (reply = await http(request)));
  const client: Client<Contract> = createClient(
    { it: anyInput(e) },
    sandbox.url,
    async (request) => (opened = await send(request)),
    { temporary },
  );
  const headers = { [TEST_CODE_HEADER]: code, 'accept-language': language };
  const error = await (client['it'] as (input: object, options: object) => Promise<unknown>)(
    { body: {} },
    { headers, accessToken },
  ).catch((reason: unknown) => reason);
  return { error, reply, opened };
}

const envelopeOf = (e: Endpoint, code: string, message: string) =>
  e.path.startsWith('/v2')
    ? {
        version: expect.any(String) as string,
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        error: { code, message },
        entityType: null,
        entityBody: null,
      }
    : { code, message };

describe.each(operations)('%s', (_, e) => {
  test.each([
    ['ko', 'ko-KR'],
    ['en', 'en-US'],
  ] as const)('gives every error it lists, in its envelope, worded in %s', async (language, header) => {
    const answers = await pLimit(LANES).map(e.errors, (code) => ordered(e, code, header));
    for (const [index, { error, reply, opened }] of answers.entries()) {
      const code = e.errors[index] as ProviderErrorCode;
      const { status, [language]: message } = providerErrors[code];
      const isDefinite = status < 500 && status !== 429 && !temporary.includes(code);
      expect(error).toBeInstanceOf(CallError);
      expect(error).toMatchObject({ outcome: isDefinite ? 'rejected' : 'unknown', status, code, detail: message });
      expect(JSON.parse(opened?.body ?? '')).toEqual(envelopeOf(e, code, message));
      expect(misfitOf(e, opened as WireReply)).toBeUndefined();
      expect(reply?.headers['content-type']).toBe(`${e.sealed ? 'text/plain' : 'application/json'}; charset=utf-8`);
      expect(reply?.headers[TRACE_ID_HEADER]).toMatch(/^[0-9a-f]{32}$/);
      if (e.sealed) expect(reply?.body).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    }
  });
});

test('an error that no table lists cannot be ordered', async () => {
  const { error } = await ordered(providerContract.getBalance, 'NO_SUCH_CODE', 'ko-KR');
  expect(error).toMatchObject({ status: 400, code: 'INVALID_TEST_CODE' });
});

test.each([
  ['a success without its fields', 200, {}],
  ['an error without a message', 400, { code: 'INVALID_REQUEST' }],
  ['an error in the envelope of the other interface', 400, { code: 'INVALID_REQUEST', message: 'm' }],
])('the check of replies finds %s', (_, status, body) => {
  expect(misfitOf(providerContract.getBalance, { status, body: JSON.stringify(body) })).toContain(
    'getBalance answered',
  );
});
