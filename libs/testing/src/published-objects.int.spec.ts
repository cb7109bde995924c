import type { Endpoint, Send } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { createProviderClient } from '@jeongsan/provider-client';
import * as contract from '@jeongsan/provider-contract';
import { webhookEventTypes, type WebhookEventType } from '@jeongsan/provider-contract';
import { join } from 'node:path';
import { z } from 'zod';
import { type Sandbox, startSandbox } from './index.js';
import { everyOperation, newObjects, readableObjects } from './testing/every-operation.js';
import { everyWebhook } from './testing/every-webhook.js';
import { publishedAnswers, publishedErrors, publishedWebhooks } from './testing/published-answers.js';
import { explainedDifferences } from './testing/explained-differences.js';
import {
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  type Published,
  sometimes,
  text,
  words,
} from './testing/published.js';
import { Differences } from './testing/published-differences.js';
import { startWebhookReceiver } from './testing/webhook-receiver.js';

jest.setTimeout(60_000);

const { providerContract } = contract;
const ERROR_MESSAGE_MAX = 510;

type Operation = keyof typeof providerContract;
const operations = Object.entries(providerContract) as [Operation, Endpoint][];
const nameOf = new Map(operations.map(([name, { method, path }]) => [`${method} ${path}`, name]));

function differencesOfSchemas(): string[] {
  const differences = new Differences();
  for (const [name, e] of operations) {
    const published = publishedAnswers[name];
    if (published) differences.ofSchema(published, e.success.body, name);
  }
  for (const eventType of webhookEventTypes) {
    differences.ofSchema(publishedWebhooks[eventType], contract.webhookEvents[eventType].body, eventType);
  }
  return differences.all;
}

type Seen = { answers: [Operation, unknown][]; webhooks: Record<string, unknown>[] };

let sandbox: Sandbox;
const seen: Seen = { answers: [], webhooks: [] };
beforeAll(async () => {
  sandbox = await startSandbox(join(__dirname, '../../../apps'));
  await observe();
});
afterAll(() => sandbox.stop());

/** Collects the answers of one call of every operation, and the webhooks of every event. */
async function observe(): Promise<void> {
  const receiver = await startWebhookReceiver();
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: [...webhookEventTypes] } });
  const observed = { ...sandbox, api: observedClient(sandbox) };
  const readable = await readableObjects(observed);
  const objects = { ...readable, ...(await newObjects(observed, readable)) };
  await Promise.all(Object.values(everyOperation).map((call) => call(observed.api, objects)));
  await everyWebhook(observed);
  receiver.close();
  seen.webhooks.push(...receiver.bodies.map((body) => JSON.parse(body) as Record<string, unknown>));
}

/** A client that also keeps the JSON of every success that is not sealed; a sealed object is read plainly elsewhere. */
function observedClient({ baseUrl, secretKey, securityKey }: Sandbox): Sandbox['api'] {
  const network = httpSend({ maxSockets: 32, maxReplyBytes: 32 * 1024 * 1024 });
  const send: Send = async (request) => {
    const reply = await network(request);
    const { method, path, success } = request.endpoint;
    const isPlain = reply.headers['content-type']?.startsWith('application/json') && reply.body !== '';
    const name = nameOf.get(`${method} ${path}`);
    if (isPlain && name && reply.status === success.status) seen.answers.push([name, JSON.parse(reply.body)]);
    return reply;
  };
  return createProviderClient({ baseUrl, secretKey, securityKeys: [securityKey], now: () => new Date(), send });
}

/** The bodies of one error of each interface. */
async function whatErrorsSay(): Promise<{ v1: unknown; v2: unknown }> {
  const authorization = `Basic ${Buffer.from(`${sandbox.secretKey}:`).toString('base64')}`;
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${sandbox.baseUrl}${path}`, { headers: { authorization } })).json();
  return { v1: await read('/v1/payments/nobody'), v2: await read('/v2/payouts/nobody') };
}

test('every operation and every event is compared', () => {
  expect(new Set(seen.answers.map(([name]) => name))).toEqual(
    // An answer without a body, and those that are sealed, have nothing to compare; the objects of the latter are read plainly.
    new Set(operations.flatMap(([name, { sealed }]) => (sealed || name === 'deleteBillingKey' ? [] : [name]))),
  );
  const events = seen.webhooks.map(({ eventType = 'DEPOSIT_CALLBACK' }) => eventType);
  expect(new Set(events)).toEqual(new Set(webhookEventTypes));
});

test('each difference of a schema or of an answer from the published objects is explained, and no other is', async () => {
  const differences = new Differences();
  for (const [name, json] of seen.answers) {
    const published = publishedAnswers[name];
    if (published) differences.ofValue(published, json, name);
  }
  for (const webhook of seen.webhooks) {
    const eventType = (webhook['eventType'] ?? 'DEPOSIT_CALLBACK') as WebhookEventType;
    differences.ofValue(publishedWebhooks[eventType], webhook, eventType);
  }
  const errors = await whatErrorsSay();
  differences.ofValue(publishedErrors.v1, errors.v1, 'v1 error');
  differences.ofValue(publishedErrors.v2, errors.v2, 'v2 error');
  const all = new Set([...differencesOfSchemas(), ...differences.all]);
  expect([...all].sort()).toEqual(Object.keys(explainedDifferences).sort());
});

test('no message of an error is longer than the documents allow', () => {
  const messages = Object.values(contract.providerErrors).flatMap(({ ko, en }) => [ko, en]);
  expect(messages.filter((message) => message.length > ERROR_MESSAGE_MAX)).toEqual([]);
});

// prettier-ignore
test.each<[string, Published, unknown, string[]]>([
  ['a member too many',        object('It', { a: number }),                { a: 1, b: 1 },                  ['It.b: added']],
  ['a member too few',         object('It', { a: number }),                {},                              ['It.a: missing']],
  ['a member of some answers', object('It', { a: sometimes(number) }),     {},                              []],
  ['null',                     object('It', { a: number }),                { a: null },                     ['It.a: null']],
  ['an allowed null',          object('It', { a: nullable(number) }),      { a: null },                     []],
  ['a text as a number',       object('It', { a: number }),                { a: '1' },                      ['It.a: type']],
  ['a fraction',               object('It', { a: integer }),               { a: 1.5 },                      ['It.a: type']],
  ['an unknown word',          object('It', { a: words('A') }),            { a: 'B' },                      ['It.a: word']],
  ['a long text',              object('It', { a: text(2) }),               { a: 'abc' },                    ['It.a: length']],
  ['a time without offset',    object('It', { a: instant }),               { a: '2026-03-04T10:00:00' },    ['It.a: form']],
  ['the second item',          list(object('It', { a: number })),          [{ a: 1 }, { a: 'x' }],          ['It.a: type']],
  ['one item for a list',      object('It', { a: list(number) }),          { a: 1 },                        ['It.a: type']],
])('the comparison finds %s in an answer', (_, published, value, expected) => {
  const differences = new Differences();
  differences.ofValue(published, value, 'it');
  expect(differences.all).toEqual(expected);
});

// prettier-ignore
test.each<[string, Published, z.ZodType, string[]]>([
  ['a member too many',      object('It', { a: number }),           z.object({ a: z.number(), b: z.number() }), ['It.b: added']],
  ['a member too few',       object('It', { a: number }),           z.object({}),                               ['It.a: missing']],
  ['an optional member',     object('It', { a: number }),           z.object({ a: z.number().optional() }),     ['It.a: missing']],
  ['a further null',         object('It', { a: number }),           z.object({ a: z.number().nullable() }),     ['It.a: null']],
  ['a refused null',         object('It', { a: nullable(number) }), z.object({ a: z.number() }),                ['It.a: never null']],
  ['another type',           object('It', { a: number }),           z.object({ a: z.boolean() }),               ['It.a: type']],
  ['a further word',         object('It', { a: words('A') }),       z.object({ a: z.enum(['A', 'B']) }),        ['It.a: word']],
  ['a refused word',         object('It', { a: words('A', 'B') }),  z.object({ a: z.enum(['A']) }),             ['It.a: word']],
  ['a refused length',       object('It', { a: text(9) }),          z.object({ a: z.string().max(8) }),         ['It.a: length']],
  ['the items of a list',    list(object('It', { a: number })),     z.array(z.object({ a: z.string() })),       ['It.a: type']],
])('the comparison finds %s in a schema', (_, published, schema, expected) => {
  const differences = new Differences();
  differences.ofSchema(published, schema, 'it');
  expect(differences.all).toEqual(expected);
});
