import { createClient, type Client } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { patientSend } from '@jeongsan/market';
import { schedulerContract } from '@jeongsan/platform-contract';
import { testOperators } from '@jeongsan/testing';

const roles = { lee: 'operator', kim: 'approver', park: 'approver' } as const;
export type Person = keyof typeof roles;
export type People = Readonly<Record<Person, Client<typeof schedulerContract>>>;

const PATIENCE_MS = 20_000;
const REPLY_BYTES_MAX = 8 * 1024 * 1024;
const NOWHERE = 'http://some-scheduler';

/** Three people with a fresh sign-in for every request, and the schedulers' settings for their tokens. */
export async function makePeople(anyScheduler: () => string): Promise<{ people: People; env: Record<string, string> }> {
  const send = httpSend({ maxSockets: 16, maxReplyBytes: REPLY_BYTES_MAX });
  const { env, token } = await testOperators();
  const clients = (Object.keys(roles) as Person[]).map((id) => {
    const toAny = patientSend(
      async (request) =>
        send({
          ...request,
          // Any scheduler: people do not know which ones are running.
          url: request.url.replace(NOWHERE, anyScheduler()),
          headers: { ...request.headers, authorization: `Bearer ${await token(id, [roles[id]])}` },
        }),
      { forMs: PATIENCE_MS },
    );
    return [id, createClient(schedulerContract, NOWHERE, toAny)] as const;
  });
  return { people: Object.fromEntries(clients) as People, env };
}
