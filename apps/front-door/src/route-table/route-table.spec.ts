import { endpoint, type Contract } from '@jeongsan/http-contract';
import {
  callerContract,
  ingestorContract,
  gatewayContract,
  onboardingContract,
  operationsContract,
  reconcilerContract,
  schedulerContract,
  services,
} from '@jeongsan/platform-contract';
import { z } from 'zod';
import { routeTable } from './route-table.js';

const whole: Readonly<Record<string, Contract>> = {
  'payments-gateway': gatewayContract,
  'webhook-ingestor': ingestorContract,
  'settlement-reconciler': reconcilerContract,
  'payout-scheduler': { ...schedulerContract, ...callerContract },
  'seller-onboarding': onboardingContract,
};

test('every endpoint of every service has exactly one route, at that service', () => {
  const routes = routeTable(services);
  for (const [service, contract] of Object.entries(whole)) {
    const own = Object.values(contract).filter(({ path }) => !/^\/(v[12]|webhooks)\//.test(path));
    const expected = own.map(({ method, path }) => `${method} /api/v1${path}`);
    const shared = Object.values(operationsContract).map(({ method, path }) => `${method} /api/v1/${service}${path}`);
    const found = routes.filter((route) => route.service === service);
    expect(found.map(({ endpoint: { method }, path }) => `${method} ${path}`).toSorted()).toEqual(
      [...expected, ...shared].toSorted(),
    );
  }
  expect(routes.length).toBeGreaterThan(150);
});

test('what has no route of its own stands at a path of the provider', () => {
  const others = Object.values(whole).flatMap((contract) =>
    Object.values(contract).flatMap(({ path }) => (/^\/(v[12]|webhooks)\//.test(path) ? [path] : [])),
  );
  expect(others.toSorted()).toEqual([
    '/v1/payments/confirm',
    '/v1/payments/orders/{orderId}',
    '/v1/payments/{paymentKey}',
    '/v1/payments/{paymentKey}/cancel',
    '/webhooks/provider',
  ]);
});

const thing = endpoint({
  method: 'GET',
  path: '/things/{id}',
  summary: 'Reads a thing',
  security: 'none',
  params: z.object({ id: z.string() }),
  success: { status: 200, body: z.object({}) },
  errors: [],
});

test('two services with one path, whatever its parameter is called, are refused at the start', () => {
  const other = endpoint({ ...thing, path: '/things/{key}' });
  expect(() => routeTable({ first: { thing }, second: { other } }, {})).toThrow(
    'GET /api/v1/things/{} is served by first and by second',
  );
  expect(() => routeTable({ first: { thing }, second: { thing: { ...thing, path: '/others' } } }, {})).toThrow(
    'thing is served by first and by second',
  );
});
