import { decodeInput, type Endpoint, lineSchema } from '@jeongsan/http-contract';
import { operationsContract, services } from '../index.js';
import { exampleOf, resourceOf } from './reference.js';

const endpoints = [operationsContract, ...Object.values(services)].flatMap((contract) =>
  Object.entries<Endpoint>(contract),
);

test.each(endpoints)('%s has an example that fits its contract', (name, e) => {
  const { params = {}, query = {}, body, answer } = exampleOf(name) ?? {};
  expect(exampleOf(name)).toBeDefined();
  decodeInput(e, { params, query, body });
  if (e.bodyType === 'ndjson') for (const line of body as unknown[]) lineSchema(e).parse(line);
  if (e.answerTypes) return;
  e.success.body.parse(e.answersEvents ? stateIn(String(answer)) : answer);
});

test.each(endpoints)('%s is in a group of the reference', (_, e) => {
  expect(resourceOf(e.path)).toEqual(expect.any(String));
});

/** The state of the first event in a stream. */
const stateIn = (stream: string): unknown => JSON.parse(/^data: (.*)$/m.exec(stream)?.[1] ?? 'null');
