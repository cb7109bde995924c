import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type CuttableProxy = Readonly<{
  url: string;
  /** Ends every connection and refuses new ones, like a server that vanished. */
  cut: () => void;
  restore: () => void;
  close: () => Promise<void>;
}>;

/** Stands between a client and a real server, to take the server away. `rewrite` changes what the server says, at equal length. */
export async function cuttableProxy(
  target: string,
  rewrite: (text: string) => string = (text) => text,
): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => client.write(Buffer.from(rewrite(bytes.toString('latin1')), 'latin1')));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dropAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.toString(),
    cut: () => {
      isCut = true;
      dropAll();
    },
    restore: () => void (isCut = false),
    close: async () => {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}
