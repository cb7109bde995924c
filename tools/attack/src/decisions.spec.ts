import { decisionKinds, isDecisionKind } from '@jeongsan/audit';
import { decides, decidesNothing } from '@jeongsan/testing';
import { contracts } from './contracts.js';

const endpoints = Object.entries(contracts).flatMap(([service, contract]) =>
  Object.values(contract).map(({ method, path }) => ({ service, name: `${method} ${path}` })),
);
const changing = endpoints.filter(({ name }) => !name.startsWith('GET '));

test('every endpoint that changes something decides, or is in the list of those that decide nothing', () => {
  const inBoth = Object.keys(decides).filter((name) => name in decidesNothing);
  const inNeither = changing.filter(({ name }) => !(name in decides) && !(name in decidesNothing));
  const gone = [...Object.keys(decides), ...Object.keys(decidesNothing)].filter(
    (name) => !changing.some((one) => one.name === name),
  );
  expect({ inBoth, inNeither: inNeither.map(({ name }) => name), gone }).toEqual({
    inBoth: [],
    inNeither: [],
    gone: [],
  });
  expect(changing.length).toBeGreaterThan(50);
});

test('a decision is recorded as one of the service whose endpoint took it', () => {
  const wrong = changing.flatMap(({ service, name }) =>
    (decides[name] ?? []).filter((kind) => {
      const of = isDecisionKind(kind) ? decisionKinds[kind].service : 'none';
      return of !== 'any' && of !== service;
    }),
  );
  expect(wrong).toEqual([]);
});
