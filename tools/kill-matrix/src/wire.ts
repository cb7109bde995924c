import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createPayouts } from '@jeongsan/provider-contract';
import { freePort } from '@jeongsan/child-processes';

/** Points on the wire between scheduler and provider at which a payout request can be struck. */
export const wirePoints = ['wire:half-written', 'wire:written', 'wire:replied'] as const;
export type WirePoint = (typeof wirePoints)[number];
export type WireAction = 'kill' | 'throw' | 'hang' | 'duplicate';

export type WireOrder = Readonly<{
  point: WirePoint;
  /** 1: the next payout request. */
  nth: number;
  action: WireAction;
  /** Milliseconds to hang. */
  ms: number;
  /** Ends the scheduler. */
  kill: () => Promise<void>;
}>;

type Reply = Readonly<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>;
class Broken extends Error {}

/** The wire between scheduler and provider: passes every request, and strikes one as ordered. */
export class Wire {
  /** Time of the strike, in milliseconds of `performance.now`. */
  struckAt: number | undefined;
  /** The Idempotency-Keys of payout requests whose bytes were sent, in order. */
  readonly requested: string[] = [];
  /** Those keys whose bytes were sent although the sender no longer held the batch. */
  readonly unfenced: string[] = [];
  private order: WireOrder | undefined;
  private hits = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });
  private readonly server = createServer((incoming, outgoing) => void this.pass(incoming, outgoing));

  private constructor(
    private readonly target: URL,
    private readonly isClaimed: (key: string) => Promise<boolean>,
  ) {}

  /** `isClaimed`: whether a sender holds the batch of this key now. */
  static async open(target: string, isClaimed: (key: string) => Promise<boolean>): Promise<Wire> {
    const wire = new Wire(new URL(target), isClaimed);
    wire.server.listen(await freePort(), '127.0.0.1');
    await once(wire.server, 'listening');
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  arm(order: WireOrder): void {
    this.order = order;
    this.hits = 0;
    this.struckAt = undefined;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    this.agent.destroy();
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const body = await buffer(incoming);
      const { status, headers, body: answer } = await this.forward(incoming, body);
      outgoing.writeHead(status, headers).end(answer);
    } catch {
      // A broken connection on one side is broken on the other side: the caller gets no answer.
      outgoing.destroy();
    }
  }

  private async forward(incoming: IncomingMessage, body: Buffer): Promise<Reply> {
    if (incoming.method !== 'POST' || incoming.url !== createPayouts.path) return this.exchange(incoming, body);
    const key = String(incoming.headers['idempotency-key']);
    this.requested.push(key);
    if (!(await this.isClaimed(key))) this.unfenced.push(key);
    const order = this.next();
    if (order?.point === 'wire:half-written') return this.strikeHalf(incoming, body, order);
    const reply = this.exchange(incoming, body);
    // A request whose caller is gone still arrives.
    reply.catch(() => undefined);
    if (order?.point === 'wire:written') return this.strike(order, incoming, body, () => reply);
    const replied = await reply;
    return order === undefined ? replied : this.strike(order, incoming, body, async () => replied);
  }

  private next(): WireOrder | undefined {
    if (this.order === undefined) return undefined;
    this.hits += 1;
    if (this.hits < this.order.nth) return undefined;
    const { order } = this;
    this.order = undefined;
    this.struckAt = performance.now();
    return order;
  }

  private async strike(
    order: WireOrder,
    incoming: IncomingMessage,
    body: Buffer,
    reply: () => Promise<Reply>,
  ): Promise<Reply> {
    if (order.action === 'duplicate') return this.exchange(incoming, body);
    if (order.action === 'hang') await pause(order.ms);
    if (order.action === 'kill') await order.kill();
    if (order.action !== 'hang') throw new Broken();
    return reply();
  }

  /** Half of the request arrives; the rest never, late, or with a second attempt. */
  private async strikeHalf(incoming: IncomingMessage, body: Buffer, order: WireOrder): Promise<Reply> {
    const half = body.subarray(0, body.length / 2);
    return this.exchange(incoming, body, async (write) => {
      write(half);
      if (order.action === 'hang') await pause(order.ms);
      if (order.action === 'kill') await order.kill();
      if (order.action !== 'hang') throw new Broken();
      write(body.subarray(half.length));
    }).catch((error: unknown) => {
      if (order.action === 'duplicate') return this.exchange(incoming, body);
      throw error;
    });
  }

  private exchange(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    fill: (write: (bytes: Buffer) => void) => Promise<void> = async (write) => write(body),
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.target;
      const upstream = httpRequest({ hostname, port, path: url, method, headers, agent: this.agent }, (reply) => {
        buffer(reply).then(
          (bytes) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: bytes }),
          reject,
        );
      });
      upstream.on('error', reject);
      fill((bytes) => void upstream.write(bytes)).then(
        () => upstream.end(),
        (error: Error) => {
          upstream.destroy();
          reject(error);
        },
      );
    });
  }
}
