import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { MachineProblem } from './machine-problem.js';

// Linux uses ports above 32767 for outgoing connections: such a port may be taken between the probe and its use.
const LAST_PORT = 32_767;
const FIRST_PORT = 10_240;
const PORT_MAX = 65_535;

const handedOut = new Set<number>();

/** A free port of 127.0.0.1 below 32768, the next one from `near` on; a process never gets the same port twice. */
export async function freePort(near: number = randomInt(FIRST_PORT, LAST_PORT + 1)): Promise<number> {
  for (const port of candidates(near)) {
    if (!handedOut.has(port) && (await canListen(port))) {
      handedOut.add(port);
      return port;
    }
  }
  throw new Error(`No free port between ${FIRST_PORT} and ${LAST_PORT}`);
}

/** A port that a person asked for. @throws MachineProblem when the text is no port, or another program listens there. */
export async function givenPort(text: string): Promise<number> {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > PORT_MAX) throw new MachineProblem(`${JSON.stringify(text)} is no port: 1 to ${PORT_MAX}`);
  if (!(await canListen(port))) throw new MachineProblem(`Port ${port} is taken, or may not be used by this user`);
  handedOut.add(port);
  return port;
}

/** A port derived from a text: the same in every run while it is free. */
export function usualPort(text: string): number {
  const hash = [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
  return FIRST_PORT + (hash % (LAST_PORT - FIRST_PORT));
}

function* candidates(near: number): Generator<number> {
  for (let port = near; port <= LAST_PORT; port += 1) yield port;
  for (let port = FIRST_PORT; port < near; port += 1) yield port;
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
