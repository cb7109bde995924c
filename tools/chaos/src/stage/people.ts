import { randomBytes } from 'node:crypto';
import { createClient, httpSend, type Client } from '@jeongsan/http-contract';
import { patientSend } from '@jeongsan/market';
import { schedulerContract } from '@jeongsan/platform-contract';
import { apiKeysOf } from '@jeongsan/testing';

const roles = { lee: 'operator', kim: 'approver', park: 'approver' } as const;
export type Person = keyof typeof roles;
export type People = Readonly<Record<Person, Client<typeof schedulerContract>>>;

const PATIENCE_MS = 20_000;
const REPLY_BYTES_MAX = 8 * 1024 * 1024;
const NOWHERE = 'http://some-scheduler';

/** Three people with a key each, and what the schedulers are told of them. */
export function makePeople(anyScheduler: () => string): { people: People; apiKeys: string; secrets: string[] } {
  const send = httpSend({ maxSockets: 16, maxReplyBytes: REPLY_BYTES_MAX });
  const keys = (Object.keys(roles) as Person[]).map((id) => ({ id, key: `${id}_${randomBytes(18).toString('hex')}` }));
  const clients = keys.map(({ id, key }) => {
    const toAny = patientSend(
      (request) =>
        send({
          ...request,
          // Whichever scheduler: people do not know which of them live.
          url: request.url.replace(NOWHERE, anyScheduler()),
          headers: { ...request.headers, authorization: `Bearer ${key}` },
        }),
      { forMs: PATIENCE_MS },
    );
    return [id, createClient(schedulerContract, NOWHERE, toAny)] as const;
  });
  return {
    people: Object.fromEntries(clients) as People,
    apiKeys: apiKeysOf(keys.map(({ id, key }) => ({ id, key, roles: [roles[id]] }))),
    secrets: keys.map(({ key }) => key),
  };
}
