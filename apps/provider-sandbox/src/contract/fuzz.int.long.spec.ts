import { type FuzzRequest, FuzzRequests, Memory, Random, type RawReply, rawSender } from '@jeongsan/fuzz';
import type { Endpoint } from '@jeongsan/http-contract';
import { open, parseSecurityKey } from '@jeongsan/jwe';
import { providerErrors, type ProviderErrorCode, providerContract, providerOpenApi } from '@jeongsan/provider-contract';
import pLimit from 'p-limit';
import { authenticated, freezeAt, funded, paid } from '../testing/buyer.js';
import { fuzzSeed } from '../testing/env.js';
import { inKorean } from '../testing/fuzz/in-korean.js';
import { oddHeaders, sealedBody } from '../testing/fuzz/provider-parts.js';
import { misfitOf } from '../testing/published.js';
import { basic, SECRET_KEY, SECURITY_KEY_HEX, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { registered } from '../testing/sellers.js';
import { joined, withCard } from '../testing/wallet-customer.js';

const REQUESTS = 10_400;
const BATCH = 208;
const LANES = 16;
const CONTENT_BYTES_MAX = 4 * 1024 * 1024;
const seed = fuzzSeed();
const securityKey = parseSecurityKey(SECURITY_KEY_HEX);

let sandbox: Sandbox;
const memory = new Memory();
beforeAll(async () => {
  sandbox = await startSandbox();
  await freezeAt(sandbox, '2026-05-04T10:00:00');
  await funded(sandbox, 50_000_000n);
  for (let count = 0; count < 10; count += 1) await somethingNew();
});
afterAll(() => sandbox.stop());

/** Creates objects in states that allow further requests. */
async function somethingNew(): Promise<void> {
  const customer = await joined(sandbox);
  ({ accessToken } = customer.token);
  const things = [
    customer,
    { ...(await withCard(sandbox, customer.customerKey)), customerKey: customer.customerKey },
    await authenticated(sandbox, 5_000n),
    await paid(sandbox, 7_000n, { method: '간편결제' }),
    await registered(sandbox),
  ];
  for (const thing of things) memory.learn(JSON.parse(JSON.stringify(thing, plain)));
}
const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

let accessToken = '';
const credentials = ({ security }: Endpoint): Record<string, string> => ({
  authorization: security === 'bearer' ? `Bearer ${accessToken}` : basic(SECRET_KEY),
});

/** The faults of an answer; empty if the provider could have given it. */
async function wrongWith(request: FuzzRequest, reply: RawReply | undefined): Promise<string | undefined> {
  if (!reply) return (request.body?.length ?? 0) > CONTENT_BYTES_MAX ? undefined : 'no answer';
  if (reply.status >= 500) return `${reply.status}: ${reply.body.slice(0, 200)}`;
  if (request.method === 'HEAD' || reply.status < 300) return successMisfit(request, reply);
  const body = await opened(reply);
  const isV2 = request.path.startsWith('/v2');
  const { error, code = error?.code } = JSON.parse(body) as { code?: string; error?: { code: string } };
  const fault = providerErrors[code as ProviderErrorCode] as { status: number } | undefined;
  const isRight = fault?.status === reply.status && (error !== undefined) === isV2;
  return isRight ? undefined : `${reply.status}: ${body.slice(0, 200)}`;
}

async function successMisfit(request: FuzzRequest, reply: RawReply): Promise<string | undefined> {
  if (!request.isAddressed) return undefined;
  const { status } = request.endpoint.success;
  if (reply.status !== status) return `${reply.status} instead of ${status}`;
  const body = inKorean(await opened(reply), request.headers);
  const misfit = misfitOf(request.endpoint, { status, body });
  if (misfit === undefined && body !== '') memory.learn(JSON.parse(body));
  return misfit;
}

const opened = async ({ contentType, body }: RawReply): Promise<string> =>
  contentType.startsWith('text/plain') ? (await open(body, [securityKey])).text : body;

test(`${REQUESTS} requests with something wrong get an answer of the provider's, never a 5xx (FUZZ_SEED=${seed})`, async () => {
  const document = providerOpenApi();
  const parts = { oddHeaders, seal: sealedBody };
  const requests = new FuzzRequests({ contract: providerContract, document, memory, credentials, ...parts });
  const { send, close } = rawSender(sandbox.url, LANES);
  const statuses = new Map<string, Set<number>>();
  const wrong: string[] = [];
  for (let first = 0; first < REQUESTS; first += BATCH) {
    await somethingNew();
    // Known ids are read before the batch, so that the order of parallel replies does not matter.
    const batch = await pLimit(1).map(
      Array.from({ length: BATCH }, (_, index) => first + index),
      (index) => requests.make(index, new Random(seed * REQUESTS + index)),
    );
    const replies = await pLimit(LANES).map(batch, send);
    for (const [index, request] of batch.entries()) {
      const reply = replies[index];
      statuses.set(request.name, (statuses.get(request.name) ?? new Set()).add(reply?.status ?? 0));
      const problem = await wrongWith(request, reply).catch(
        (error: Error) => `${error.message}: ${reply?.body.slice(0, 200)}`,
      );
      if (problem !== undefined) wrong.push(`#${first + index} ${shown(request)}: ${problem}`);
    }
  }
  close();
  expect(wrong.slice(0, 20)).toEqual([]);
  expect([...statuses.keys()].sort()).toEqual(Object.keys(providerContract).sort());
  expect((await fetch(`${sandbox.url}/health/ready`)).status).toBe(200);
}, 240_000);

const shown = ({ method, path, headers, body }: FuzzRequest): string =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${body?.toString().slice(0, 500) ?? ''}`;

test('and the books still balance', async () => {
  await freezeAt(sandbox, '2026-05-06T10:00:00');
  const book = await sandbox.control.readBook({});
  expect(book.settledAmount).toBe(book.approved - book.canceled);
  expect(book.settledPayOut).toBe(book.settledAmount - book.settledFees);
  const taken = book.payouts.filter(({ status }) => status !== 'FAILED' && status !== 'CANCELED');
  const paidOut = taken.reduce((sum, { amount }) => sum + amount, 0n);
  expect(book.pending + book.available + paidOut).toBe(book.settledPayOut);
  const { entityBody } = await sandbox.provider.getBalance({});
  // A negative balance is shown as zero.
  const shown = [book.pending, book.available].map((amount) => (amount > 0n ? amount : 0n));
  expect([entityBody.pendingAmount.minor, entityBody.availableAmount.minor]).toEqual(shown);
});
