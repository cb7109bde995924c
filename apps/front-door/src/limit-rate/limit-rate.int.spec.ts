import { allAt, openDoor, PlainService, problemOf, send } from '../testing/door.js';

test('a key that used up its minute is refused, others are not, and the next minute is its own again', async () => {
  let nowMs = 0;
  const service = await new PlainService((_, reply) => void reply.end('ok')).start();
  const door = await openDoor({ ...allAt(service.url), API_REQUESTS_PER_MINUTE: '2' }, () => nowMs);
  const orders = (key?: string) =>
    send(`${door.url}/api/v1/orders`, { ...(key && { headers: { authorization: `Bearer ${key}` } }) });
  try {
    const answers = [await orders('a'), await orders('a'), await orders('a')];
    expect(answers.map(({ status, headers }) => [status, headers['ratelimit'], headers['ratelimit-policy']])).toEqual([
      [200, '"api";r=1;t=60', '"api";q=2;w=60'],
      [200, '"api";r=0;t=60', '"api";q=2;w=60'],
      [429, '"api";r=0;t=60', '"api";q=2;w=60'],
    ]);
    expect(answers.map(problemOrOk)).toEqual(['ok', 'ok', 'RATE_LIMITED']);
    expect(answers[2]?.headers['retry-after']).toBe('60');
    expect([(await orders('b')).status, (await orders()).status]).toEqual([200, 200]);
    expect((await send(`${door.url}/v1/payments/a`, { headers: { authorization: 'Bearer a' } })).status).toBe(200);
    nowMs = 59_999;
    expect((await orders('a')).headers['retry-after']).toBe('1');
    nowMs = 60_000;
    expect((await orders('a')).status).toBe(200);
  } finally {
    await door.close();
    await service.stop();
  }
});

const problemOrOk = (answer: Awaited<ReturnType<typeof send>>): string =>
  answer.status === 200 ? answer.body.toString() : problemOf(answer).code;
