import type { Contract, Endpoint } from '@jeongsan/http-contract';
import { API_PREFIX, operationsContract } from '@jeongsan/platform-contract';

/** One endpoint: where callers find it at the door, and where the service has it. */
export type Route<S extends string = string> = Readonly<{
  /** Name of the operation in the door's reference. */
  name: string;
  service: S;
  endpoint: Endpoint;
  /** Path at the door, with parameters in braces. */
  path: `/${string}`;
  /** Characters in front of the service's own path. */
  prefix: string;
}>;

/**
 * The routes to all endpoints of all services. An endpoint that every service has (its backlog and dead jobs) stands under
 * the name of the service: /api/v1/payout-scheduler/operations/backlog. Throws when two services have the same method and
 * path, or the same name for an endpoint: the caller could not know which of them answers.
 */
export function routeTable<S extends string>(
  services: Readonly<Record<S, Contract>>,
  everyService: Contract = operationsContract,
): Route<S>[] {
  const routes = (Object.keys(services) as S[]).flatMap((service) => [
    ...routesOf(service, services[service], API_PREFIX, (name) => name),
    ...routesOf(service, everyService, `${API_PREFIX}/${service}`, (name) => `${service}.${name}`),
  ]);
  refuseTwice(routes, ({ endpoint, path }) => `${endpoint.method} ${path.replace(/\{\w+\}/g, '{}')}`);
  refuseTwice(routes, ({ name }) => name);
  return routes;
}

const routesOf = <S extends string>(
  service: S,
  contract: Contract,
  prefix: string,
  nameOf: (name: string) => string,
): Route<S>[] =>
  Object.entries(contract).map(([name, endpoint]) => ({
    name: nameOf(name),
    service,
    endpoint,
    path: `${prefix}${endpoint.path}` as const,
    prefix,
  })) as Route<S>[];

function refuseTwice(routes: readonly Route[], of: (route: Route) => string): void {
  const owners = new Map<string, string>();
  for (const route of routes) {
    const other = owners.get(of(route));
    if (other !== undefined) throw new Error(`${of(route)} is served by ${other} and by ${route.service}`);
    owners.set(of(route), route.service);
  }
}

/** The endpoints as callers of the door see them, for the reference. */
export const contractOf = (routes: readonly Route[]): Contract =>
  Object.fromEntries(routes.map(({ name, endpoint, path }) => [name, { ...endpoint, path }]));
