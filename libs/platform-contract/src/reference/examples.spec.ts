import { decodeInput, type Endpoint, lineSchema } from '@jeongsan/http-contract';
import { operationsContract, services } from '../index.js';
import { exampleOf, resourceOf, UNTOLD_MAX, untold } from './reference.js';

const endpoints = [operationsContract, ...Object.values(services)].flatMap((contract) =>
  Object.entries<Endpoint>(contract),
);

test.each(endpoints.filter(([name]) => !(name in untold)))('%s has an example that fits its contract', (name, e) => {
  const { params = {}, query = {}, body, answer } = exampleOf(name) ?? {};
  expect(exampleOf(name)).toBeDefined();
  decodeInput(e, { params, query, body });
  if (e.bodyType === 'ndjson') for (const line of body as unknown[]) lineSchema(e).parse(line);
  if (e.answerTypes) return;
  e.success.body.parse(answer);
});

test.each(endpoints)('%s is in a group of the reference', (_, e) => {
  expect(resourceOf(e.path)).toEqual(expect.any(String));
});

test('few endpoints have no example', () => {
  expect(Object.keys(untold).length).toBeLessThanOrEqual(UNTOLD_MAX);
  expect(Object.keys(untold).filter((name) => exampleOf(name) !== undefined)).toEqual([]);
});
