import type { AddressInfo } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { baseEnv, createApp, Open, parseEnv } from './index.js';

let isEntered: () => void;

@Controller()
class SlowController {
  @Open()
  @Get('slow')
  async slow() {
    isEntered();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return 'finished';
  }
}
@Module({ controllers: [SlowController] })
class SlowModule {}

test('a service that stops answers the requests it has begun and accepts no more', async () => {
  const env = parseEnv(baseEnv, { PORT: '0', LOG_LEVEL: 'silent', API_KEYS: '[]' });
  const app = await createApp({ module: SlowModule, env, title: 'slow', contract: {} });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address: () => AddressInfo }).address();
  const entered = new Promise<void>((resolve) => (isEntered = resolve));

  const begun = fetch(`http://127.0.0.1:${port}/slow`).then((reply) => reply.text());
  await entered;
  const stopped = app.close();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow('fetch failed');
  expect(await begun).toBe('finished');
  await stopped;
});
