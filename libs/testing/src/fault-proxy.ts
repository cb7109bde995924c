import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * What the wire does to bytes. `refuse`: nobody listens. `black-hole`: they vanish in both directions and nobody is told.
 * `half-open`: requests arrive, answers do not.
 */
export type Weather = 'fair' | 'refuse' | 'black-hole' | 'half-open';

/** What becomes of bytes: they go on, or others do in their place. `cut`: none do, and both sides lose the connection. */
type Fate = 'pass' | 'cut' | Buffer;

/** Looks at the bytes of one connection before they go on. */
export type Tap = Readonly<{ fromClient: (bytes: Buffer) => Fate; fromServer: (bytes: Buffer) => Fate }>;

const noTap: Tap = { fromClient: () => 'pass', fromServer: () => 'pass' };

/** Changes what the server says, at equal length. */
export const rewriting = (rewrite: (text: string) => string) => (): Tap => ({
  fromClient: () => 'pass',
  fromServer: (bytes) => Buffer.from(rewrite(bytes.toString('latin1')), 'latin1'),
});

type Connection = { readonly client: Socket; readonly upstream: Socket; isLossy: boolean };

/** A wire between a client and a real server on this machine, with faults. */
export class FaultProxy {
  private readonly connections = new Set<Connection>();
  private weather: Weather = 'fair';
  /** Connections and pieces of data that a fault took. */
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

  /** The target's URL with this wire's address. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.toString();
  }

  set(weather: Weather): void {
    this.weather = weather;
    if (weather === 'refuse') this.reset();
  }

  /** Every open connection ends with a TCP reset, whatever was under way. */
  reset(): void {
    this.struck += this.connections.size;
    for (const { client, upstream } of this.connections) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  }

  /** Fair weather; connections that lost bytes are dead and end now. */
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
