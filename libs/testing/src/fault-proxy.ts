import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Network faults. `refuse`: connections are refused. `black-hole`: bytes are dropped in both directions, and neither side sees
 * an error. `half-open`: requests arrive, answers do not.
 */
export type Weather = 'fair' | 'refuse' | 'black-hole' | 'half-open';

/**
 * What happens to a piece of data: it passes, or other bytes pass in its place. `cut`: no bytes pass, and both sides lose the
 * connection.
 */
type Fate = 'pass' | 'cut' | Buffer;

/** Sees the bytes of one connection before they pass. */
export type Tap = Readonly<{ fromClient: (bytes: Buffer) => Fate; fromServer: (bytes: Buffer) => Fate }>;

const noTap: Tap = { fromClient: () => 'pass', fromServer: () => 'pass' };

/** Replaces bytes in the server's answers by others of the same length. */
export const rewriting = (rewrite: (text: string) => string) => (): Tap => ({
  fromClient: () => 'pass',
  fromServer: (bytes) => Buffer.from(rewrite(bytes.toString('latin1')), 'latin1'),
});

type Connection = { readonly client: Socket; readonly upstream: Socket; isLossy: boolean };

/** A TCP proxy with faults, between a client and a real server on this machine. */
export class FaultProxy {
  private readonly connections = new Set<Connection>();
  private weather: Weather = 'fair';
  /** Number of connections and pieces of data that a fault took. */
  struck = 0;

  private constructor(
    private readonly target: URL,
    private readonly tap: () => Tap,
    private readonly server = createServer(),
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  static async open(target: string, tap: () => Tap = () => noTap): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(target), tap);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The target's URL with this proxy's host and port. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.toString();
  }

  set(weather: Weather): void {
    this.weather = weather;
    if (weather === 'refuse') this.reset();
  }

  /** Ends every open connection with a TCP reset, whatever is under way. */
  reset(): void {
    this.struck += this.connections.size;
    for (const { client, upstream } of this.connections) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  }

  /** Removes all faults. Connections that lost bytes are broken and end now. */
  restore(): void {
    this.weather = 'fair';
    for (const connection of this.connections) if (connection.isLossy) drop(connection);
  }

  async close(): Promise<void> {
    this.weather = 'refuse';
    for (const connection of this.connections) drop(connection);
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    if (this.weather === 'refuse') {
      this.struck += 1;
      return void client.resetAndDestroy();
    }
    const upstream = connect(parseInt(this.target.port, 10), this.target.hostname);
    const connection: Connection = { client, upstream, isLossy: false };
    const tap = this.tap();
    this.connections.add(connection);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.connections.delete(connection);
        drop(connection);
      });
    }
    client.on('data', (bytes) => this.carry(connection, bytes, 'black-hole', upstream, tap.fromClient));
    upstream.on('data', (bytes) => this.carry(connection, bytes, 'half-open', client, tap.fromServer));
  }

  private carry(
    connection: Connection,
    bytes: Buffer,
    takenBy: 'black-hole' | 'half-open',
    to: Socket,
    look: (bytes: Buffer) => Fate,
  ): void {
    if (this.weather === 'black-hole' || this.weather === takenBy) {
      connection.isLossy = true;
      this.struck += 1;
      return;
    }
    const fate = look(bytes);
    if (fate === 'cut') return drop(connection);
    to.write(fate === 'pass' ? bytes : fate);
  }
}

function drop({ client, upstream }: Connection): void {
  client.destroy();
  upstream.destroy();
}
