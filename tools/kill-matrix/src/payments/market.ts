import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export type Line = Readonly<{ lineId: string; sellerId: string; amount: number }>;
export type Order = Readonly<{ orderId: string; lines: readonly Line[] }>;
/** The members of answers that stories read. */
export type Answer = Readonly<{ status: number; json: Readonly<Record<string, unknown>> }>;

/** Shorter than a stall, so that the repeat of a stalled request meets the stalled one. */
const TIMEOUT_MS = 2_000;
const REPEAT_AFTER_MS = 50;
const ORDERED_AT = '2026-05-11T09:00:00+09:00';

export const totalOf = ({ lines }: Order): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** A request that took too long to arrive, on a busy machine, was not read. */
const isDefinite = ({ status, json }: Answer): boolean =>
  status < 500 && status !== 408 && json['code'] !== 'IDEMPOTENT_REQUEST_PROCESSING';

/** The market's server. It repeats each request until the answer is definite, as integrators are asked to. */
export class Market {
  constructor(
    private readonly gatewayUrl: () => string,
    private readonly key: string,
    private readonly isOver: () => boolean,
  ) {}

  async register(order: Order): Promise<void> {
    const lines = order.lines.map((line) => ({ ...line, category: 'books', taxFreeAmount: 0, discountAmount: 0 }));
    const { orderId } = order;
    await this.ask('/orders', { orderId, orderName: '책', orderedAt: ORDERED_AT, totalAmount: totalOf(order), lines });
  }

  /** Sends a request to our own API, where a repeat of these requests changes nothing. @throws for a refusal. */
  ask(path: string, body: object): Promise<Answer> {
    return this.untilAccepted(path, body, {});
  }

  /** Sends a request to one of the provider's paths under one key. @throws for a refusal. */
  charge(path: string, body: object): Promise<Answer> {
    return this.untilAccepted(path, body, { 'idempotency-key': randomUUID() });
  }

  /** As `charge`, for a request that must be refused. */
  async chargeInVain(path: string, body: object): Promise<void> {
    const { status } = await this.untilDefinite(path, body, { 'idempotency-key': randomUUID() });
    if (status < 400) throw new Error(`${path} should be refused, and was answered ${status}`);
  }

  private async untilAccepted(path: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const answer = await this.untilDefinite(path, body, headers);
    if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status} ${JSON.stringify(answer.json)}`);
    return answer;
  }

  private async untilDefinite(path: string, body: object, headers: Record<string, string>): Promise<Answer> {
    while (!this.isOver()) {
      const answer = await this.send(path, body, headers).catch(() => undefined);
      if (answer && isDefinite(answer)) return answer;
      await pause(REPEAT_AFTER_MS);
    }
    throw new Error(`${path} was not answered in time`);
  }

  private async send(path: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const authorization = `Basic ${Buffer.from(`${this.key}:`).toString('base64')}`;
    const reply = await fetch(this.gatewayUrl() + path, {
      method: 'POST',
      headers: { ...headers, authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: reply.status, json: (await reply.json()) as Answer['json'] };
  }
}
