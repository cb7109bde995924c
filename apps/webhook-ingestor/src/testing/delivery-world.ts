import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { emit } from '@jeongsan/database';
import { subscribableEvents } from '@jeongsan/messaging';
import { eventually, testAuthor, testDatabase, type TestDatabase, testSeal } from '@jeongsan/testing';
import { Deliverer } from '../deliver-event/deliverer.js';
import { planDeliveries } from '../deliver-event/plan-deliveries.js';
import { deliverySender } from '../deliver-event/send-delivery.js';
import { registerEndpoint } from '../register-endpoint/register-endpoint.js';
import type { Resolve } from '../target-address.js';

export type Got = { headers: IncomingHttpHeaders; body: string; at: number };
export type Answer = (reply: ServerResponse, nth: number) => void;
export type DeliveryRow = {
  state: string;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  next_at: Date | number;
};

const TIMEOUT_MS = 400;
export const resolveNothing: Resolve = async () => [];
const allowed = { allowInsecure: true, resolve: resolveNothing };
export const lanes = { total: 64, perEndpoint: 4, slowTotal: 16 };

export const answerOk: Answer = (reply) => void reply.writeHead(200).end('fine');
export const answerStatus =
  (code: number, headers = {}): Answer =>
  (reply) =>
    void reply.writeHead(code, headers).end();

/** A server that keeps what it got, and answers the nth request. */
async function startSink(servers: Server[], answer: Answer): Promise<{ url: string; got: Got[] }> {
  const got: Got[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), at: performance.now() });
      answer(reply, got.length);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, got };
}

/** A database with endpoints of webhooks, servers that receive them, deliverers, and a clock that the spec moves. */
export function deliveryWorld(author = testAuthor('person:kim')) {
  let database: TestDatabase;
  let clock = new Date('2026-11-20T00:00:00Z');
  const servers: Server[] = [];
  const deliverers: Deliverer[] = [];
  const now = () => clock;

  const sink = (answer: Answer = answerOk) => startSink(servers, answer);
  const register = (url: string, eventTypes = subscribableEvents) =>
    registerEndpoint({ db: database.db, seal: testSeal, rules: allowed, now }, { url, eventTypes }, author);

  function deliverer(rules = allowed, timeoutMs = TIMEOUT_MS): Deliverer {
    const send = deliverySender(rules, timeoutMs);
    const made = new Deliverer({ db: database.db, seal: testSeal, now, send, lanes });
    deliverers.push(made);
    return made;
  }

  /** Emits an event about a seller and runs the job that plans its deliveries. */
  async function happened(sellerId: string = randomUUID()): Promise<string> {
    await emit(database.db, 'seller.changed', [{ entityId: sellerId, data: { sellerId, status: 'approved' } }], now());
    const [row] = await database.db.query<{ id: string }[]>(
      'select id from messaging.event where entity_id = $1 order by sequence desc limit 1',
      [sellerId],
    );
    const id = row?.id ?? '';
    await planDeliveries(database.db, id, now());
    return id;
  }

  async function deliveryOf(eventId: string, endpointId?: string): Promise<DeliveryRow | undefined> {
    const sql = 'select * from webhooks.delivery where event_id = $1 and ($2::uuid is null or endpoint_id = $2)';
    const [row] = await database.db.query<DeliveryRow[]>(sql, [eventId, endpointId ?? null]);
    return row;
  }

  /** Runs one pump and waits until its attempts are recorded. */
  async function pumped(d: Deliverer, eventId: string, attempts: number): Promise<DeliveryRow> {
    await d.pump();
    return eventually(async () => {
      const row = await deliveryOf(eventId);
      expect(row?.attempts).toBe(attempts);
      return row as DeliveryRow;
    });
  }

  return {
    ...{ author, now, sink, register, deliverer, happened, deliveryOf, pumped },
    db: () => database.db,
    setClock: (at: Date) => void (clock = at),
    later: (minutes: number) => void (clock = new Date(clock.getTime() + minutes * 60_000)),
    open: async () => void (database = await testDatabase()),
    empty: () => database.db.query('truncate webhooks.delivery, webhooks.endpoint, messaging.event, messaging.outbox'),
    /** Ends servers and deliverers of one test. */
    settle: async () => {
      for (const server of servers.splice(0)) {
        server.closeAllConnections();
        server.close();
      }
      await Promise.all(deliverers.splice(0).map((d) => d.stop()));
    },
    close: () => database.drop(),
  };
}
