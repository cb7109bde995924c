import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '@jeongsan/child-processes';
import { verifyWebhook } from '@jeongsan/client';
import type { Ground } from '../ground/ground.js';

/** The market runs on a controlled clock, so the time of a signature is not compared. */
const ANY_TIME_SECONDS = 10 * 366 * 86_400;

/** A consumer of our events that knows several secrets and counts what each of them verified. */
export class Receiver {
  readonly secrets: string[] = [];
  /** Events by the secret that verified them, by the place of the secret in `secrets`. */
  readonly verifiedBy: number[] = [];
  refused = 0;

  private constructor(readonly url: string) {}

  static async start(ground: Ground): Promise<Receiver> {
    const port = await freePort();
    const receiver = new Receiver(`http://127.0.0.1:${port}/events`);
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        void receiver.take(Buffer.concat(parts), request.headers).then((isGenuine) => {
          response.writeHead(isGenuine ? 200 : 400).end();
        });
      });
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ground.undo.add(async () => {
      server.closeAllConnections();
      server.close();
    });
    return receiver;
  }

  /** Whether one of the secrets signed the event; the newest is tried first. */
  private async take(body: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): Promise<boolean> {
    for (const [index, secret] of [...this.secrets.entries()].toReversed()) {
      const { outcome } = await verifyWebhook(body, headers, { secret, toleranceSeconds: ANY_TIME_SECONDS });
      if (outcome === 'refused') continue;
      this.verifiedBy[index] = (this.verifiedBy[index] ?? 0) + 1;
      return true;
    }
    this.refused += 1;
    return false;
  }
}
