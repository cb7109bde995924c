import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds the open connections of a server. Beyond the bound, the connection whose request has been incomplete for
 * longest is closed: an attacker who opens connections and sends nothing makes room for real senders.
 */
export class Connections {
  private readonly open = new Set<Socket>();
  /** Connections without a complete request, the oldest first. */
  private readonly waiting = new Set<Socket>();

  constructor(
    server: Server,
    private readonly max: number,
    private readonly onDropped: () => void,
  ) {
    server.on('connection', (socket) => this.add(socket));
  }

  /** Marks that a request has arrived completely: its connection stays open until the reply is sent. */
  busy(socket: Socket): void {
    this.waiting.delete(socket);
  }

  /** Marks that the reply has been sent. */
  idle(socket: Socket): void {
    if (this.open.has(socket)) this.waiting.add(socket);
  }

  private add(socket: Socket): void {
    this.open.add(socket);
    this.waiting.add(socket);
    socket.once('close', () => {
      this.open.delete(socket);
      this.waiting.delete(socket);
    });
    if (this.open.size <= this.max) return;
    this.onDropped();
    // If all other connections are being answered, the new connection itself is the oldest waiting one and is closed.
    this.waiting.values().next().value?.destroy();
  }
}
