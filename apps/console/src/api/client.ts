import { type BrowserClient, createBrowserClient, type JeongsanContract } from '@jeongsan/client/browser';
import type { operationsContract, Service } from '@jeongsan/platform-contract';
import { operations, serviceNames, serviceOperations } from 'virtual:operations';

const API = '/api/v1';
/** The door takes writes of a browser only with this header, which a page of another site cannot add. */
const headers = { 'x-jeongsan-console': '1' };
/** Reads that no person asked for: they do not keep a session from ending. */
const inBackground = { ...headers, 'x-jeongsan-background': '1' };

export type ServiceClient = BrowserClient<typeof operationsContract>;

/** The API as the person who is signed in. */
export const api: BrowserClient<JeongsanContract> = createBrowserClient<JeongsanContract>(operations, {
  base: API,
  headers,
});

export const backgroundApi: BrowserClient<JeongsanContract> = createBrowserClient<JeongsanContract>(operations, {
  base: API,
  headers: inBackground,
});

const ofService = (name: Service): readonly [Service, ServiceClient] => [
  name,
  createBrowserClient<typeof operationsContract>(serviceOperations, { base: `${API}/${name}`, headers: inBackground }),
];

/** What every service has for itself: its jobs, its backlog, its keys. */
export const serviceApi = Object.fromEntries(serviceNames.map(ofService)) as Readonly<Record<Service, ServiceClient>>;

export { operations, serviceNames, serviceOperations };
