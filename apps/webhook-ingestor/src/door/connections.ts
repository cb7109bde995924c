import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds the open connections of a server. One too many costs the oldest of those whose request has not wholly arrived: who holds
 * connections open and says nothing gives way to who has something to say.
 */
export class Connections {
  private readonly open = new Set<Socket>();
  /** Nothing on them is being answered; the first has waited longest. */
  private readonly waiting = new Set<Socket>();

  constructor(
    server: Server,
    private readonly max: number,
    private readonly onDropped: () => void,
  ) {
    server.on('connection', (socket) => this.add(socket));
  }

  /** The request has arrived: its connection stays until it is answered. */
  busy(socket: Socket): void {
    this.waiting.delete(socket);
  }

  /** The answer is out. */
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
    // With every place taken by a request that is being answered, the new one itself has waited longest.
    this.waiting.values().next().value?.destroy();
  }
}
