import { decodeInput, type Endpoint, lineSchema, toOpenApi } from '@jeongsan/http-contract';
import { z } from 'zod';
import { contracts } from './contracts.js';

// A field that no contract names, put into the query and into every object of the body of every own request.
const STRANGER = 'nobodyKnowsThis';

type Schema = Readonly<{
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  additionalProperties?: Schema | boolean;
}>;

/** For each object of a schema that names its members: the path to it, and a value that holds the stranger there and nothing else that is free. */
function strangersIn(schema: Schema): { path: string; value: unknown }[] {
  const within = (inner: Schema, path: string, around: (value: unknown) => unknown) =>
    strangersIn(inner).map((one) => ({ path: `${path}${one.path}`, value: around(one.value) }));
  // Members with one possible value choose between alternatives.
  const fixed = Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      'const' in member ? [[name, member.const]] : [],
    ),
  );
  const { properties, items, anyOf = [], oneOf = [], additionalProperties } = schema;
  return [
    ...(properties ? [{ path: '', value: { ...fixed, [STRANGER]: 1 } }] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, member]) =>
      within(member, `.${name}`, (value) => ({ ...fixed, [name]: value })),
    ),
    ...(items ? within(items, '[]', (value) => [value]) : []),
    ...[...anyOf, ...oneOf].flatMap((choice) => within(choice, '', (value) => value)),
    ...(typeof additionalProperties === 'object'
      ? within(additionalProperties, '.*', (value) => ({ any: value }))
      : []),
  ];
}

/** The unknown fields that a refusal names, also those that one of several alternatives found. */
const namedIn = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys;
    return issue.code === 'invalid_union' ? issue.errors.flatMap(namedIn) : [];
  });

const refusedBy = (read: () => unknown): string[] => {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof z.ZodError) return namedIn(error.issues);
    throw error;
  }
};

type Document = { requestBody?: { content: Record<string, { schema: Schema }> } };

const all = Object.entries(contracts).flatMap(([service, contract]) => {
  const { paths } = toOpenApi(service, '1', contract);
  return Object.values(contract).map((e: Endpoint) => {
    const { requestBody } = paths[e.path]?.[e.method.toLowerCase()] as Document;
    return [`${service} ${e.method} ${e.path}`, e, Object.values(requestBody?.content ?? {})[0]?.schema] as const;
  });
});
const isOwn = (e: Endpoint): boolean => e.scope !== undefined && e.unknownFields === undefined;

test.each(all.filter(([, e]) => isOwn(e)))('%s refuses unknown fields by their names', (_, e, schema) => {
  const query = { [STRANGER]: '1' };
  expect(refusedBy(() => decodeInput(e, { params: {}, query, body: {} }))).toContain(STRANGER);
  const strangers = strangersIn(schema ?? {});
  const accepted = strangers.filter(({ value }) => {
    const read = () =>
      e.bodyType === 'ndjson' ? lineSchema(e).parse(value) : decodeInput(e, { params: {}, query: {}, body: value });
    return !refusedBy(read).includes(STRANGER);
  });
  expect(accepted.map(({ path }) => path)).toEqual([]);
});

test("only the provider's paths, webhooks and open endpoints tolerate unknown fields", () => {
  const tolerant = all.filter(([, e]) => !isOwn(e) && e.method !== 'GET').map(([name]) => name);
  expect(tolerant.map((name) => name.split(' ').slice(1).join(' ')).sort()).toEqual([
    'POST /v1/payments/confirm',
    'POST /v1/payments/{paymentKey}/cancel',
    'POST /webhooks/provider',
  ]);
});
