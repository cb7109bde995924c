import { connect } from 'node:net';
import { statusOf } from './http-messages.js';

const TIMEOUT_MS = 10_000;

/** Sends a request over a connection of its own, as a stranger does, and resolves with the answer's status; 0 when there was none. */
export function postOnce(port: number, request: string | Buffer): Promise<number> {
  return new Promise((resolve) => {
    let head = '';
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const end = (): void => {
      socket.destroy();
      resolve(head.startsWith('HTTP/1.1 ') && head.length >= 12 ? statusOf(head) : 0);
    };
    socket.setTimeout(TIMEOUT_MS, end);
    socket.on('error', end).on('close', end);
    socket.on('data', (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (head.includes('\r\n\r\n')) end();
    });
    socket.write(request);
  });
}
