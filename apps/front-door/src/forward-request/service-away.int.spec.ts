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
