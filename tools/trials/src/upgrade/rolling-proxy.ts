import { once } from 'node:events';
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * One address over the processes of an app: each request goes to the next of them. It repeats nothing and hides nothing: a
 * process that ends without an answer is a 502 to the caller, who decides.
 */
export class RollingProxy {
  private readonly targets = new Map<string, Agent>();
  private turn = 0;
  /** Requests passed on so far, and those that no process answered. */
  passed = 0;
  unanswered = 0;

  private constructor(private readonly server = createServer()) {
    server.on('request', (request, reply) => this.pass(request, reply));
  }

  static async open(): Promise<RollingProxy> {
    const proxy = new RollingProxy();
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on the process gets its share of requests. */
  add(url: string): void {
    this.targets.set(url, new Agent({ keepAlive: true }));
  }

  /** From now on the process gets no new request; those under way go on. */
  remove(url: string): void {
    this.targets.delete(url);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    for (const agent of this.targets.values()) agent.destroy();
  }

  private pass(request: IncomingMessage, reply: ServerResponse): void {
    const all = [...this.targets];
    const target = all[(this.turn += 1) % Math.max(1, all.length)];
    if (target === undefined) return this.fail(reply);
    const [url, agent] = target;
    this.passed += 1;
    const { method, headers, url: path = '/' } = request;
    const forwarded = send(new URL(path, url), { method, headers, agent }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      // An answer that breaks off must break off for the caller too.
      answer.on('error', () => reply.destroy());
      answer.pipe(reply);
    });
    forwarded.on('error', () => (reply.headersSent ? reply.destroy() : this.fail(reply)));
    request.pipe(forwarded);
  }

  private fail(reply: ServerResponse): void {
    this.unanswered += 1;
    reply.writeHead(502, { 'content-type': 'text/plain' }).end('no process answered');
  }
}
