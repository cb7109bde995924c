import { V1Error, V2Error } from '@jeongsan/provider-contract';
import { allAt, openDoor, PlainService, send, type Door } from '../testing/door.js';

let service: PlainService;
let door: Door;
beforeAll(async () => {
  service = await new PlainService((_, reply) => void reply.end('ok')).start();
  door = await openDoor({
    ...allAt(service.url),
    PAYMENT_REQUESTS_PER_MINUTE: '1',
    FORWARDED_BYTES_MAX: '1024',
  });
});
afterAll(async () => {
  await door.close();
  await service.stop();
});

const errorOf = (path: string, body: Buffer) => {
  const said: unknown = JSON.parse(body.toString());
  return path.startsWith('/v2') ? V2Error.strict().parse(said).error : V1Error.strict().parse(said);
};
const asked = async (path: string, key: string, more: Parameters<typeof send>[1] = {}) => {
  const answer = await send(`${door.url}${path}`, { ...more, headers: { authorization: key, ...more.headers } });
  return { ...answer, error: errorOf(path, answer.body) };
};
const large = { method: 'POST', body: Buffer.alloc(1_025) };
const english = { 'accept-language': 'en-US' };

describe.each(['/v1/payments/a', '/v2/payouts'])('%s answers errors of the door in its own envelope', (path) => {
  test('too many requests', async () => {
    await send(`${door.url}${path}`, { headers: { authorization: `first ${path}` } });
    const { status, headers, error } = await asked(path, `first ${path}`);
    expect([status, error.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['x-tosspayments-trace-id']).toMatch(/^[0-9a-f]{32}$/);
    expect((await asked(path, `first ${path}`, { headers: english })).error.message).not.toBe(error.message);
  });

  test('a body that is too large', async () => {
    const { status, error } = await asked(path, `large ${path}`, large);
    expect([status, error.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('a service that is away', async () => {
    await service.stop();
    try {
      const { status, headers, error } = await asked(path, `away ${path}`);
      expect([status, error.code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5']);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    } finally {
      await service.start();
    }
  });
});

test.each(['/v1/%2e/payments', '/v2/%2e%2e/x'])(
  '%s means another path, and is answered as the provider does',
  async (path) => {
    const { status, error } = await asked(path, path);
    expect([status, error.code]).toEqual([404, 'NOT_FOUND_HTTP_METHOD']);
  },
);
