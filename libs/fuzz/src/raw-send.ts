import { Agent, request as httpRequest } from 'node:http';
import type { FuzzRequest } from './requests.js';

export type RawReply = Readonly<{ status: number; contentType: string; body: string }>;

/** Sends a request unchanged over keep-alive sockets; undefined: the connection ended without an answer. */
export function rawSender(baseUrl: string, lanes: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const { hostname, port } = new URL(baseUrl);
  const send = ({ method, path, headers, body }: FuzzRequest): Promise<RawReply | undefined> =>
    new Promise((resolve) => {
      const length = body && { 'content-length': String(body.length) };
      const outgoing = httpRequest(
        { agent, hostname, port, method, path, headers: { ...headers, ...length } },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', () => resolve(undefined));
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              contentType: incoming.headers['content-type'] ?? '',
              body: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      outgoing.on('error', () => resolve(undefined));
      outgoing.end(body);
    });
  return { send, close: () => agent.destroy() };
}
