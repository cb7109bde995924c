import { inspect } from 'node:util';
import { CallError, type Endpoint } from '@jeongsan/http-contract';
import { providerContract } from '@jeongsan/provider-contract';
import { clientOver, json, reply, type Script } from './testing/scripted.js';

type Call = (input?: unknown, options?: unknown) => Promise<unknown>;
const operations = Object.entries(providerContract).map(([name, e]: [string, Endpoint]): [string, Endpoint] => [
  name,
  e,
]);
const options = { accessToken: 'token-1' };

const circular: Record<string, unknown> = {};
circular['self'] = circular;
/** Values that no part of a request is. */
const wrongs: readonly unknown[] = [
  null,
  'canary7',
  7,
  7n,
  true,
  [],
  [null],
  NaN,
  circular,
  () => 'canary7',
  Symbol('canary7'),
];

test.each(operations)(
  '%s: wrong input of every kind is a CallError, repeats no value, and is not sent',
  async (name, e) => {
    const { client, sent } = clientOver(() => json(500, {}));
    const call = client[name as keyof typeof client] as Call;
    const parts = (['params', 'query', 'body'] as const).filter((part) => e[part]);
    for (const part of parts)
      for (const wrong of wrongs) {
        const before = sent.length;
        const error: unknown = await call({ params: {}, query: {}, body: {}, [part]: wrong }, options).catch(
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(CallError);
        if ((error as CallError).code !== 'INVALID_INPUT') continue;
        expect(error).toMatchObject({ outcome: 'rejected', status: 0 });
        expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('canary7');
        expect(sent).toHaveLength(before);
      }
    for (const input of [undefined, ...wrongs]) {
      const error: unknown = await call(input, options).catch((thrown: unknown) => thrown);
      if (error !== undefined) expect(error).toBeInstanceOf(CallError);
    }
  },
);

const replies: readonly Script[] = [
  () => reply(200, ''),
  () => reply(200, 'null'),
  () => reply(200, '{"entityBody":{"items":[null]},"currency":"constructor","totalAmount":"1e999"}'),
  () => reply(200, '[[]]'),
  () => reply(200, '\ufeff{}'),
  () => reply(204, ''),
  () => reply(301, '', { location: 'https://elsewhere.test' }),
  () => reply(400, '{"code":7}'),
  () => reply(400, '{"error":{"code":["NOT_FOUND"]}}'),
  () => reply(0, ''),
  () => reply(NaN, '{'),
  () => Promise.reject(new Error('canary7')),
];

test.each(operations.filter(([, { params, body }]) => !params && !body))(
  '%s: a strange reply is an answer or a CallError',
  async (name) => {
    for (const script of replies) {
      const { client } = clientOver(script, { retryBaseMs: 0 });
      const call = client[name as keyof typeof client] as Call;
      const query = { startDate: '2026-11-19', endDate: '2026-11-20', requestDate: '2026-11-20', limit: 10 };
      await call({ query }, options).catch((error: unknown) => expect(error).toBeInstanceOf(CallError));
    }
  },
);
