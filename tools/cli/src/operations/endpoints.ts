import type { CallOptions, JeongsanClient } from '@jeongsan/client';
import { type Contract, type Endpoint, isPaged } from '@jeongsan/http-contract';
import { API_PREFIX, operationsContract, type Service, serviceNames, services } from '@jeongsan/platform-contract';
import { usageProblem } from '../faults.js';

/** One operation of the API, under the name that the client has for it. */
export type Target = Readonly<{ name: string; endpoint: Endpoint; service?: Service }>;

const ofPlatform: Contract = Object.fromEntries(
  serviceNames.flatMap((service) => Object.entries<Endpoint>(services[service])),
);
const ofServices: Contract = operationsContract;

export function targetOf(name: string, service?: Service): Target {
  const endpoint = (service ? ofServices : ofPlatform)[name];
  if (!endpoint) throw new Error(`The API has no operation ${name}`);
  return { name, endpoint, ...(service && { service }) };
}

/** The endpoint of a command; of an operation that every service has, whichever service is asked. */
export const endpointOf = (name: string): Endpoint =>
  targetOf(name, name in ofPlatform ? undefined : serviceNames[0]).endpoint;
export const hasService = (name: string): boolean => !(name in ofPlatform);

export const serviceOf = (name: string, refusal: string): Service => {
  const found = serviceNames.find((one) => one === name);
  if (!found) throw usageProblem(refusal);
  return found;
};

type Call = (input: object, options: CallOptions) => Promise<unknown>;
type List = (input: object, options: CallOptions) => AsyncGenerator<unknown, void, undefined>;

type Csv = (input: object, options: CallOptions) => AsyncGenerator<Uint8Array, void, undefined>;

/** The client's functions of an operation. `all` only where the operation has pages, `csv` where it is a list. */
export function functionsOf(
  client: JeongsanClient,
  { name, endpoint, service }: Target,
): {
  call: Call;
  all?: List;
  csv?: Csv;
} {
  const own: unknown = service ? client.services[service] : client;
  const {
    all: lists,
    csv: files,
    ...calls
  } = own as Record<string, Call> & {
    all: Record<string, List>;
    csv: Record<string, Csv>;
  };
  const call = calls[name];
  const all = isPaged(endpoint) ? lists[name] : undefined;
  if (!call) throw new Error(`The client has no function ${name}`);
  const csv = files[name];
  return { call, ...(all && { all }), ...(csv && { csv }) };
}

export type Found = Readonly<{ target: Target; params: Readonly<Record<string, string>> }>;

/** The operation of a method and a path, with or without the API's prefix; undefined: there is none. */
export function findOperation(method: string, path: string): Found | undefined {
  const parts = path
    .replace(new RegExp(`^${API_PREFIX}(?=/)`), '')
    .split('/')
    .slice(1);
  const service = serviceNames.find((one) => one === parts[0]);
  const contract = service ? ofServices : ofPlatform;
  const found = Object.entries(contract)
    .filter(([, endpoint]) => endpoint.method === method)
    .flatMap(([name, endpoint]): Found[] => {
      const params = paramsIn(endpoint.path.split('/').slice(1), service ? parts.slice(1) : parts);
      return params ? [{ target: { name, endpoint, ...(service && { service }) }, params }] : [];
    });
  // /breaks/totals is no /breaks/{breakId}.
  return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

function paramsIn(template: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (template.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of template.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const part = parts[at] ?? '';
    if (name === undefined && segment !== part) return undefined;
    if (name !== undefined) params[name] = decoded(part);
  }
  return params;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw usageProblem(`${part}: is no part of an address`);
  }
}
