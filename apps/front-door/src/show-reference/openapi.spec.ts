import { toOpenApi } from '@jeongsan/http-contract';
import { originSettings } from '@jeongsan/platform-contract';
import { descriptionsOf } from '@jeongsan/platform-contract/reference';
import { parseEnv } from '@jeongsan/nest-kit';
import { Validator } from '@seriousme/openapi-schema-validator';
import { frontDoorApp } from '../app.module.js';
import { Env } from '../env.js';

const settings = { PORT: '0', LOG_LEVEL: 'silent', ...originSettings(() => 'http://service:3000') };
const { title, contract, apiStyle } = frontDoorApp(parseEnv(Env, settings), () => 0);
const document = JSON.parse(JSON.stringify(toOpenApi(title, '1', contract, apiStyle))) as ReturnType<typeof toOpenApi>;

type Operation = Readonly<{
  operationId: string;
  tags: readonly string[];
  parameters: readonly Readonly<{ name: string }>[];
}>;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [method, path, operation as Operation] as const),
);
const own = operations.filter(([, , { operationId }]) => !operationId.startsWith('provider.'));

test('the whole document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(document);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('every code of our own endpoints is shown with its meaning', () => {
  const { responses = {} } = document.components as { responses?: Record<string, { description: string }> };
  const dumb = Object.entries(responses).filter(([, { description }]) => /`: *$/m.test(description));
  expect(dumb).toEqual([]);
});

test.each(own)('%s %s shows every comment of its contract', (_method, _path, operation) => {
  const shown = JSON.stringify(operation);
  const missing = Object.entries(descriptionsOf(operation.operationId)).filter(
    ([, text]) => !shown.includes(JSON.stringify({ description: text }).slice(1, -1)),
  );
  expect(missing).toEqual([]);
});

/** POSTs whose answer is not kept: many lines, or a secret of minutes. */
const unkept = ['registerOrders', 'openSellerSession'];

test.each(own)('%s %s is in a group, and names its Idempotency-Key if it takes one', (method, _, operation) => {
  expect(operation.tags).toHaveLength(1);
  const isKeyed = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  expect(isKeyed).toBe(method === 'post' && !unkept.includes(operation.operationId));
});
