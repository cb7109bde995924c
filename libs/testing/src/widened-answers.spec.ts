import { inspect, isDeepStrictEqual } from 'node:util';
import { type JsonSchema, Memory, Random, ValidValues } from '@jeongsan/fuzz';
import { CallError, type Contract, type Endpoint } from '@jeongsan/http-contract';
import { createClientFor } from '@jeongsan/provider-client';
import { clientContract, providerContract, providerOpenApi, toMinorUnits } from '@jeongsan/provider-contract';
import { beyondStatuses, onePayoutFacts, orderFacts, paymentFacts, payoutListFacts } from './testing/money-facts.js';
import { widened } from './testing/widened.js';

jest.setTimeout(60_000);

type Name = keyof typeof providerContract;

/** The operations whose success moves money, or takes a promise of money back, and what is decided by after them. */
const money = {
  confirmPayment: paymentFacts,
  confirmPaymentByKey: paymentFacts,
  payByCardNumber: paymentFacts,
  cancelPayment: paymentFacts,
  chargeBilling: paymentFacts,
  confirmWalletPayment: paymentFacts,
  payByWallet: paymentFacts,
  issueVirtualAccount: paymentFacts,
  createPayouts: payoutListFacts,
  cancelPayout: onePayoutFacts,
  cancelOrder: orderFacts,
} satisfies Partial<Record<Name, (answer: unknown) => unknown>>;
const moneyNames = Object.keys(money) as (keyof typeof money)[];
const names = Object.keys(providerContract) as Name[];

const MUTATIONS = 10_000;
const SAMPLES = 6;
const random = new Random(20_260_504);
const document = providerOpenApi();
const values = new ValidValues(document.components.schemas, new Memory());

/** The published schema of an operation's success. */
function published({ path, method, success, sealed }: Endpoint): JsonSchema | undefined {
  const { responses } = document.paths[path]?.[method.toLowerCase()] as {
    responses: Record<string, { content?: Record<string, { schema: JsonSchema & { 'x-plaintext'?: JsonSchema } }> }>;
  };
  const schema = responses[success.status]?.content?.[sealed ? 'text/plain' : 'application/json']?.schema;
  return sealed ? schema?.['x-plaintext'] : schema;
}

/** An answer that a server of ours could write. */
function sample(e: Endpoint): unknown {
  const schema = published(e);
  for (let tries = 0; schema && tries < 2_000; tries += 1) {
    const made = values.of(schema, random);
    const isMade = e.success.body.safeParse(toMinorUnits(e.success.body, made)).success;
    // A list without an item says nothing.
    if (isMade && !JSON.stringify(made).match(/^\[\]$|"items":\[\]/)) return made;
  }
  if (schema) throw new Error(`No answer of ${e.path} fits its schema`);
  return undefined;
}

const samples = new Map(
  names.map((name) => [name, Array.from({ length: SAMPLES }, () => sample(providerContract[name]))]),
);

/** The operations without their requests and their sealing: only answers are under test. */
const readings: Contract = Object.fromEntries(
  Object.entries(clientContract).map(([name, { success, errors }]) => [
    name,
    { method: 'POST', path: '/', summary: name, security: 'basic', success, errors } satisfies Endpoint,
  ]),
);
let body = '';
const client = createClientFor(readings, {
  baseUrl: 'https://provider.test',
  secretKey: 'test_sk_fuzz',
  send: async () => ({ status: 200, headers: {}, body }),
  onWarning: () => undefined,
});

/** The reading of an answer: its value, or the error of the call. */
async function readOf(name: Name, json: unknown): Promise<{ data?: unknown; error?: unknown }> {
  body = json === undefined ? '' : JSON.stringify(json);
  const call = client[name];
  if (!call) throw new Error(`${name} is no operation`);
  return call({}).then(
    (data) => ({ data }),
    (error: unknown) => ({ error }),
  );
}

type Finding = Readonly<{ name: Name; answer: string; why: string }>;

async function findingIn(name: Name): Promise<Finding | undefined> {
  const before = random.pick(samples.get(name) ?? []);
  const answer = widened(before, random);
  const { data, error } = await readOf(name, answer);
  const found = (why: string): Finding => ({ name, answer: body.slice(0, 2_000), why });
  const isDrift = error instanceof CallError && error.outcome === 'unknown' && error.code === 'CONTRACT_DRIFT';
  if (error !== undefined && !isDrift) return found(`threw ${inspect(error)}`);
  const factsOf = name in money ? money[name as keyof typeof money] : undefined;
  if (!factsOf) return undefined;
  const facts = factsOf(answer);
  if (error === undefined) return isDeepStrictEqual(factsOf(data), facts) ? undefined : found('wrong success');
  return beyondStatuses(facts) === beyondStatuses(factsOf(before)) ? found('lost success') : undefined;
}

test('every operation has an answer that is read as it was written', async () => {
  const unread: unknown[] = [];
  for (const [name, answers] of samples)
    for (const answer of answers) {
      const { error } = await readOf(name, answer);
      if (error !== undefined) unread.push([name, error, answer]);
    }
  expect(unread).toEqual([]);
});

test(`${MUTATIONS} widened answers: no wrong success, no lost success of a call that moves money, no other error`, async () => {
  const findings: Finding[] = [];
  for (let mutation = 0; mutation < MUTATIONS; mutation += 1) {
    const finding = await findingIn(random.chance(0.6) ? random.pick(moneyNames) : random.pick(names));
    if (finding) findings.push(finding);
  }
  expect(findings.slice(0, 5)).toEqual([]);
});
