import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { csvTableOf } from '@jeongsan/http-contract';
import { type JeongsanClient, type OperationInput, type VerifiedWebhook, verifyWebhook } from '@jeongsan/client';
import { exits, Problem, usageProblem } from '../../faults.js';
import { endpointOf } from '../../operations/endpoints.js';
import { flagsOf } from '../../operations/flags.js';
import { inKorea } from '../../output/instants.js';
import type { Format } from '../../output/print.js';
import { cellOf } from '../../output/table.js';
import { padded } from '../../output/width.js';
import { clientOf, credentialOf, type Session } from '../../session.js';
import type { OwnVerb } from '../own-verb.js';

type EventTypes = OperationInput<'registerEndpoint'>['body']['eventTypes'];
const FORWARD_MS_MAX = 10_000;
const COLUMNS = ['receivedAt', 'eventType', 'entityId', 'eventId', 'verdict', 'status'] as const;
const csv = csvTableOf(COLUMNS.map((column) => [column]));
const TYPE_CELLS = 26;

/** What became of one request. `status`: what the receiver behind the forwarder answered, else our own answer. */
type Received = Readonly<{
  receivedAt: string;
  eventType: string | null;
  entityId: string | null;
  eventId: string | null;
  verdict: string;
  status: number;
  event: unknown;
}>;

const eventTypesOf = (): readonly string[] =>
  flagsOf(endpointOf('registerEndpoint'), []).find(({ field }) => field === 'eventTypes')?.choices ?? [];

/**
 * Registers an address of this machine for a while, verifies and prints each event that arrives, and passes it on. The address
 * is removed at the end.
 */
export const listen: OwnVerb = {
  args: [],
  flags: [
    { flags: '--event-types <types>', about: 'commaList', choices: eventTypesOf(), isList: true },
    { flags: '--forward-to <url>', about: 'forwardTo' },
    { flags: '--public-url <url>', about: 'publicUrl' },
    { flags: '--port <port>', about: 'port' },
    { flags: '--count <n>', about: 'count' },
  ],
  changes: true,
  example: 'webhooks listen --forward-to http://127.0.0.1:8080/events',
  run: async (session, _, flags) => {
    const { words, terminal } = session;
    const port = wholeNumber(flags['port'] ?? '0', 65_535, words.notNumber('--port'));
    const count = wholeNumber(flags['count'] ?? String(Number.MAX_SAFE_INTEGER), Infinity, words.notNumber('--count'));
    const forwardTo = flags['forward-to'];
    for (const url of [forwardTo, flags['public-url']])
      if (url !== undefined && !URL.canParse(url)) throw usageProblem(words.url);
    const eventTypes = flags['event-types']?.split(',') ?? eventTypesOf();
    const unknown = eventTypes.find((one) => !eventTypesOf().includes(one));
    if (unknown !== undefined) throw usageProblem(words.noEventType(unknown));
    const client = clientOf(session, await credentialOf(session));
    const ended = later<void>();
    void terminal.stopped().then(ended.resolve);
    // Known after registering; a request that comes before waits for it.
    const secret = later<string>();
    let seen = 0;
    const server = createServer((request, response) => {
      void receive(session, request, secret.promise, forwardTo).then(({ status, event }) => {
        response.writeHead(status).end();
        if (event !== null && (seen += 1) >= count) ended.resolve();
      });
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw usageProblem(words.portTaken(port, error.code ?? 'FAULT'), 'PORT');
    });
    try {
      const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const url = flags['public-url'] ?? own;
      const endpoint = await client.registerEndpoint({ body: { url, eventTypes: eventTypes as EventTypes } });
      secret.resolve(endpoint.secret);
      session.secrets.add(endpoint.secret);
      terminal.err(`${words.listening(url, endpoint.id)}\n`);
      if (session.printer.format === 'csv') terminal.out(csv.head);
      await ended.promise;
      await remove(session, client, endpoint.id);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    return exits.done;
  },
};

async function remove({ words }: Session, client: JeongsanClient, endpointId: string): Promise<void> {
  await client.removeEndpoint({ params: { endpointId } }).catch((error: unknown) => {
    throw new Problem(exits.unknown, 'NOT_REMOVED', words.notRemoved(endpointId, (error as Error).message));
  });
}

/** Verifies, passes on and prints one request. A request that is not signed is refused and not passed on. */
async function receive(
  session: Session,
  request: IncomingMessage,
  secret: Promise<string>,
  forwardTo: string | undefined,
): Promise<Received> {
  const body = await buffer(request);
  const now = session.terminal.nowMs();
  // The secret is as young as this command: nothing that it signs can be an old event that is sent again. The platform's clock
  // may be a controlled one.
  const options = { secret: await secret, toleranceSeconds: Number.POSITIVE_INFINITY };
  const verified = await verifyWebhook(body, request.headers, options);
  const event = verified.outcome === 'refused' ? undefined : verified.event;
  const status =
    event === undefined ? 400 : forwardTo === undefined ? 204 : await forward(session, forwardTo, request, body);
  const received = {
    receivedAt: new Date(now).toISOString(),
    ...{ eventType: event?.eventType ?? null, entityId: event?.entityId ?? null, eventId: event?.eventId ?? null },
    ...{ verdict: verdictOf(verified), status, event: event ?? null },
  };
  print(session, received);
  return received;
}

const verdictOf = (verified: VerifiedWebhook): string =>
  verified.outcome === 'refused' ? verified.code : verified.outcome;

/** Headers of a connection do not belong to the request that is passed on. */
const OF_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']);

async function forward(
  { terminal }: Session,
  url: string,
  { headers }: IncomingMessage,
  body: Buffer,
): Promise<number> {
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !OF_CONNECTION.has(name) ? [[name, value]] : [],
  );
  try {
    const init = { method: 'POST', headers: passed, body, signal: AbortSignal.timeout(FORWARD_MS_MAX) };
    const { status } = await terminal.fetch(url, init);
    return status;
  } catch {
    return 502;
  }
}

function print({ printer: { format }, terminal: { out } }: Session, received: Received): void {
  const { event, ...row } = received;
  const line = [
    inKorea(row.receivedAt),
    padded(cellOf(row.eventType), TYPE_CELLS),
    row.verdict,
    row.status,
    cellOf(row.entityId),
  ];
  const texts = {
    table: () => `${line.join('  ')}\n`,
    json: () => `${JSON.stringify({ ...row, event }, null, 2)}\n`,
    ndjson: () => `${JSON.stringify({ ...row, event })}\n`,
    csv: () => csv.rowOf(row),
  } satisfies Record<Format, () => string>;
  out(texts[format]());
}

function wholeNumber(text: string, max: number, refusal: string): number {
  if (!/^\d{1,16}$/.test(text) || Number(text) > max) throw usageProblem(refusal);
  return Number(text);
}

/** A promise that is resolved from outside. */
function later<T>(): Readonly<{ promise: Promise<T>; resolve: (value: T) => void }> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
