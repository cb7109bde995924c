import { connect, type Socket } from 'node:net';
import { HttpMessages, statusOf } from './http-messages.js';

/** Connections that stay open; one request at a time on each. */
export type HttpLanes = Readonly<{
  /** Sends a whole request, head and body, and resolves with the answer's status. */
  send: (request: string) => Promise<number>;
  close: () => void;
}>;

type Lane = {
  socket: Socket;
  answered: ((status: number) => void) | undefined;
  failed: ((error: Error) => void) | undefined;
};

export async function openLanes(port: number, count: number): Promise<HttpLanes> {
  const lanes = await Promise.all(Array.from({ length: count }, () => openLane(port)));
  const free = [...lanes];
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const lane = free.pop();
        if (!lane) return reject(new Error(`More than ${count} requests at once`));
        lane.answered = (status) => {
          free.push(lane);
          resolve(status);
        };
        lane.failed = reject;
        lane.socket.write(request);
      }),
    close: () => lanes.forEach(({ socket }) => socket.destroy()),
  };
}

function openLane(port: number): Promise<Lane> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const lane: Lane = { socket, answered: undefined, failed: reject };
    const messages = new HttpMessages();
    socket.once('connect', () => resolve(lane));
    socket.on('data', (chunk: Buffer) => messages.take(chunk, (head) => lane.answered?.(statusOf(head))));
    socket.on('error', (error) => lane.failed?.(error));
    socket.on('close', () => lane.failed?.(new Error('The server closed a connection that was to stay open')));
  });
}
