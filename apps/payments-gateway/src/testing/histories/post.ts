import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookEventTypes } from '@jeongsan/provider-contract';
import type { Sandbox } from '@jeongsan/testing';
import type { Look } from './looks.js';

/** An address that takes every webhook: the test reads them from the sandbox's delivery log, and delivers them as it likes. */
export async function letterBox(): Promise<Readonly<{ url: string; close: () => Promise<void> }>> {
  const server = http.createServer((request, reply) => {
    request.resume();
    reply.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Json = Readonly<Record<string, unknown>>;
/** A webhook: the payment, the order or the reservation that it is about, and the look that it leads to. */
export type Letter = Readonly<{ subject: string; look: Look }>;

/** Reads the webhooks that the provider sent since the last reading, in their order. */
export class Post {
  private readonly seen = new Set<string>();
  constructor(private readonly sandbox: Sandbox) {}

  subscribe = (url: string) => this.sandbox.control.registerWebhook({ body: { url, events: [...webhookEventTypes] } });

  async collect(): Promise<Letter[]> {
    const { control } = this.sandbox;
    const { items } = await control.listDeliveries({ query: { limit: 100 } });
    const fresh = items.filter(({ id }) => !this.seen.has(id)).reverse();
    const letters: Letter[] = [];
    for (const { id, eventType, subject } of fresh) {
      this.seen.add(id);
      const { body } = await control.readDelivery({ params: { id } });
      const look = lookOf(eventType, subject, JSON.parse(body) as Json);
      if (look) letters.push({ subject, look });
    }
    return letters;
  }
}

/** The look that the ingestor enqueues for a webhook. */
function lookOf(eventType: string, subject: string, { orderId }: Json): Look | undefined {
  switch (eventType) {
    case 'PAYMENT_STATUS_CHANGED':
      return { job: 'payment.observe', data: { paymentKey: subject } };
    case 'DEPOSIT_CALLBACK':
      return { job: 'payment-order.observe', data: { orderId: String(orderId) } };
    case 'CANCEL_STATUS_CHANGED':
      return { job: 'payment-cancel.find', data: { transactionKey: subject } };
    case 'ORDER_PAYMENT_STATUS_CHANGED':
      return { job: 'link-order.observe', data: { orderKey: subject } };
    case 'ars-reservation.changed':
      return { job: 'ars-reservation.observe', data: { reservationId: subject } };
    default:
      return undefined;
  }
}
