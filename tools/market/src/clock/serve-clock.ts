import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { CLOCK_PATH, CLOCK_STEP_PATH, ClockStep, type ClockStepped, type ClockView } from '@jeongsan/platform-contract';
import { z } from 'zod';
import type { Platform } from '../platform/platform.js';
import { NotQuiet } from '../play/quiet.js';
import { letComeDue, stopAhead } from './move-clock.js';

type Clocked = Pick<Platform, 'clients' | 'clock'>;
type Answer = Readonly<{ status: number; body: object }>;
export type ClockServer = Readonly<{ url: string; stop(): Promise<void> }>;

/** How long one step may take: a night of a large market. */
const STEP_WITHIN_MS = 180_000;
const BODY_BYTES_MAX = 1_024;
/** So far the time that shows "nothing is due" looks ahead. */
const LOOK_AHEAD_MS = 366 * 86_400_000;

/**
 * Serves the controlled clock on 127.0.0.1 for the command line. Only the process that started the platform may set the clock:
 * the services have no right to. Like the sandbox's control API it asks for no key, and refuses pages of a browser.
 */
export async function serveClock(platform: Clocked, port: number): Promise<ClockServer> {
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  const server = createServer((request, response) => {
    void answer(platform, request, inTurn)
      .catch(asProblem)
      .then((it) => send(response, it));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(
  platform: Clocked,
  request: IncomingMessage,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<Answer> {
  const isOurs = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '');
  if (!isOurs || request.headers.origin !== undefined) return refusal(403, 'FORBIDDEN_ORIGIN', 'Not for browsers');
  const route = `${request.method} ${request.url}`;
  if (route === `GET ${CLOCK_PATH}`) return { status: 200, body: await read(platform) };
  if (route !== `POST ${CLOCK_STEP_PATH}`) return refusal(404, 'NOT_FOUND', `There is no ${route}`);
  const asked = ClockStep.safeParse(await jsonOf(request));
  if (!asked.success) return refusal(400, 'INVALID_REQUEST', z.prettifyError(asked.error).replaceAll(/\s*\n\s*/g, ' '));
  return inTurn(() => step(platform, new Date(asked.data.to)));
}

async function read(platform: Clocked): Promise<ClockView> {
  const { now, stop } = await stopAhead(platform, new Date(Date.now() + LOOK_AHEAD_MS));
  return { now: now.toISOString(), nextAt: stop.happens.length > 0 ? stop.at.toISOString() : null };
}

async function step(platform: Clocked, to: Date): Promise<Answer> {
  const { now, stop } = await stopAhead(platform, to);
  if (to < now)
    return refusal(
      422,
      'CLOCK_BACKWARDS',
      `The clock shows ${now.toISOString()}: it never goes back, not to ${to.toISOString()}`,
    );
  await letComeDue(platform, { at: stop.at, withinMs: STEP_WITHIN_MS });
  const { waitingForPerson } = await platform.clients.backlogs['payout-scheduler'].readBacklog({});
  const body: ClockStepped = {
    ...(await read(platform)),
    arrived: stop.at.getTime() === to.getTime(),
    happened: [...stop.happens],
    waitingForPerson,
  };
  return { status: 200, body };
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) {
    text += String(part);
    if (text.length > BODY_BYTES_MAX) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refusal = (status: number, code: string, detail: string): Answer => ({ status, body: { code, detail } });

function asProblem(error: unknown): Answer {
  if (error instanceof NotQuiet) return refusal(503, 'NOT_QUIET', error.message);
  return refusal(500, 'INTERNAL', error instanceof Error ? error.message : String(error));
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
