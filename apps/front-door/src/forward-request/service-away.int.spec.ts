import { type ClientRequest, get, type ServerResponse } from 'node:http';
import { allAt, openDoor, PlainService, problemOf, send } from '../testing/door.js';

test('a service that is away is answered 503 by name, is asked once, and serves again when it is back', async () => {
  const service = await new PlainService((_, reply) => void reply.end('here')).start();
  const door = await openDoor(allAt(service.url));
  try {
    expect((await send(`${door.url}/api/v1/orders`)).status).toBe(200);
    await service.stop();
    const away = await send(`${door.url}/api/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'a/b' },
      body: 'x',
    });
    expect([away.status, away.headers['retry-after'], away.headers['content-type']]).toEqual([
      503,
      '5',
      'application/problem+json; charset=utf-8',
    ]);
    expect(problemOf(away)).toMatchObject({ code: 'UNAVAILABLE', service: 'payments-gateway' });
    await service.start();
    expect((await send(`${door.url}/api/v1/orders`)).body.toString()).toBe('here');
  } finally {
    await door.close();
    await service.stop();
  }
});

test('a service that ends in the middle of a request is not asked a second time', async () => {
  let asked = 0;
  const service = await new PlainService((request) => {
    asked += 1;
    request.socket.destroy();
  }).start();
  const door = await openDoor(allAt(service.url));
  try {
    for (const method of ['GET', 'POST']) {
      const answer = await send(`${door.url}/v1/payments/a`, { method });
      expect([answer.status, problemOf(answer).code]).toEqual([503, 'UNAVAILABLE']);
    }
    expect(asked).toBe(2);
  } finally {
    await door.close();
    await service.stop();
  }
});

test('a service that does not answer within the time is answered 503', async () => {
  const service = await new PlainService(() => undefined).start();
  const door = await openDoor({ ...allAt(service.url), SERVICE_TIMEOUT_SECONDS: '1' });
  try {
    const answer = await send(`${door.url}/v1/payments/a`);
    expect([answer.status, problemOf(answer).code]).toEqual([503, 'UNAVAILABLE']);
  } finally {
    await door.close();
    await service.stop();
  }
});

test('/health asks every service: 200 when all are ready, else 503 with the one that is away', async () => {
  const service = await new PlainService((_, reply) => void reply.end('{}')).start();
  const gone = await new PlainService(() => undefined).start();
  await gone.stop();
  const all = await openDoor(allAt(service.url));
  const part = await openDoor({ ...allAt(service.url), SCHEDULER_URL: gone.url });
  try {
    expect((await send(`${all.url}/health`)).status).toBe(200);
    const answer = await send(`${part.url}/health`);
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      status: 'down',
      services: { 'payout-scheduler': 'down', 'payments-gateway': 'up' },
    });
    // The door itself can take requests: the other services have work for it.
    expect((await send(`${part.url}/health/ready`)).status).toBe(200);
  } finally {
    await Promise.all([all.close(), part.close()]);
    await service.stop();
  }
});

/** A request whose answer has begun, and the first part of that answer. */
const firstPart = (url: string): Promise<[ClientRequest, string]> =>
  new Promise((resolve, reject) => {
    const asked = get(url, { agent: false }, (reply) => {
      reply.once('data', (part: Buffer) => resolve([asked, part.toString()]));
      reply.once('error', reject);
    });
    asked.once('error', reject);
  });

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('an answer may take longer than the time when no part of it does; one that breaks off breaks off at the door', async () => {
  let hear: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (hear = resolve));
  const answer = async (url: string | undefined, reply: ServerResponse): Promise<void> => {
    if (url === '/cancels') reply.once('close', hear);
    reply.writeHead(200, { 'content-type': 'text/csv' });
    for (let part = 1; part <= 4 && !reply.destroyed; part += 1) {
      reply.write(`${part}\r\n`);
      await wait(1_000);
    }
    if (url === '/orders') reply.end();
    else if (url === '/payments') reply.destroy();
    else for (; !reply.destroyed; await wait(100)) reply.write(':\n\n');
  };
  const service = await new PlainService(({ url }, reply) => void answer(url, reply)).start();
  const door = await openDoor({ ...allAt(service.url), SERVICE_TIMEOUT_SECONDS: '3' });
  try {
    const headers = { accept: 'text/csv' };
    const whole = await send(`${door.url}/api/v1/orders`, { headers });
    expect([whole.status, whole.body.toString()]).toEqual([200, '1\r\n2\r\n3\r\n4\r\n']);
    await expect(send(`${door.url}/api/v1/payments`, { headers })).rejects.toThrow('aborted');
    // Parts arrive as they are sent, and a caller who leaves is heard of by the service.
    const [asked, first] = await firstPart(`${door.url}/api/v1/cancels`);
    expect(first).toBe('1\r\n');
    asked.destroy();
    await left;
  } finally {
    // The service first: the door would wait for the end of an answer that a failed test has left open.
    await service.stop();
    await door.close();
  }
});

test('a tag passes both ways: 304 without a body', async () => {
  const service = await new PlainService(({ headers }, reply) => {
    reply.setHeader('etag', '"a"');
    if (headers['if-none-match'] === '"a"') reply.writeHead(304).end();
    else reply.end('{}');
  }).start();
  const door = await openDoor(allAt(service.url));
  try {
    const url = `${door.url}/api/v1/orders/a`;
    const first = await send(url);
    expect([first.status, first.headers['etag']]).toEqual([200, '"a"']);
    const again = await send(url, { headers: { 'if-none-match': '"a"' } });
    expect([again.status, again.headers['etag'], again.body.length]).toEqual([304, '"a"', 0]);
  } finally {
    await door.close();
    await service.stop();
  }
});
