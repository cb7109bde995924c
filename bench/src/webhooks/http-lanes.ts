import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { HttpMessages, statusOf } from './http-messages.js';

/** Connections that stay open; one request at a time on each. */
export type HttpLanes = Readonly<{
  /** Sends a whole request, head and body, and resolves with the answer's status. */
  send: (request: string) => Promise<number>;
  close: () => void;
}>;

type Lane = Readonly<{ socket: Socket; ask: (request: string) => Promise<number> }>;

/**
 * Opens `count` connections to a port of this machine. A connection that the server closed while it was idle is opened again by
 * the next request; one that closes before its answer fails that request.
 */
export async function openLanes(port: number, count: number): Promise<HttpLanes> {
  const free = await Promise.all(Array.from({ length: count }, () => openLane(port)));
  const open = new Set(free);
  const opened = async (closed: Lane): Promise<Lane> => {
    open.delete(closed);
    const lane = await openLane(port);
    open.add(lane);
    return lane;
  };
  return {
    send: async (request) => {
      const idle = free.pop();
      if (!idle) throw new Error(`More than ${count} requests at once`);
      const lane = idle.socket.closed || idle.socket.destroyed ? await opened(idle) : idle;
      const status = await lane.ask(request);
      free.push(lane);
      return status;
    },
    close: () => open.forEach(({ socket }) => socket.destroy()),
  };
}

type Waiting = Readonly<{ resolve: (status: number) => void; reject: (error: Error) => void }>;

async function openLane(port: number): Promise<Lane> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const messages = new HttpMessages();
  let waiting: Waiting | undefined;
  const fail = (error: Error): void => waiting?.reject(error);
  await once(socket, 'connect');
  socket.on('data', (chunk: Buffer) => messages.take(chunk, (head) => waiting?.resolve(statusOf(head))));
  socket.on('error', fail);
  socket.on('end', () => socket.destroy());
  socket.on('close', () => fail(new Error('The server closed a connection before its answer')));
  const ask = (request: string): Promise<number> =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      socket.write(request);
    });
  return { socket, ask };
}
