import { createServer, request as ask, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { originSettings } from '@jeongsan/platform-contract';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { frontDoorApp } from '../app.module.js';
import { Env } from '../env.js';

/** A plain HTTP server in the place of a service. It can go away and come back at the same port. */
export class PlainService {
  private server: Server | undefined;
  port = 0;

  constructor(public answer: RequestListener) {}

  async start(): Promise<this> {
    const server = createServer((request, reply) => this.answer(request, reply));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }
}

export type Door = Readonly<{ app: NestFastifyApplication; url: string; close(): Promise<void> }>;

/** The door on a free port, over the given origins. */
export async function openDoor(
  settings: Readonly<Record<string, string>>,
  nowMs: () => number = () => performance.now(),
): Promise<Door> {
  const env = parseEnv(Env, { PORT: '0', LOG_LEVEL: 'silent', ...settings });
  const app = await createApp(frontDoorApp(env, nowMs));
  await app.listen(0, '127.0.0.1');
  return { app, url: await app.getUrl(), close: () => app.close() };
}

/** The settings of a door whose services are all the same one. */
export const allAt = (url: string): Record<string, string> => originSettings(() => url);

export type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>;
export type Asked = Readonly<{ method?: string; headers?: Record<string, string>; body?: Buffer | string }>;

/** Sends exactly these headers and bytes, and returns the bytes of the answer: nothing is decoded. */
export function send(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // The path as it is: an address that Node parses has its dots resolved.
    const { origin, hostname, port } = new URL(url);
    const path = url.slice(origin.length);
    const sent = ask({ hostname, port, path, method, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.once('error', reject);
      reply.once('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

export const problemOf = ({ body }: Answer): { code: string; service?: string; instance?: string } =>
  JSON.parse(body.toString()) as { code: string };
