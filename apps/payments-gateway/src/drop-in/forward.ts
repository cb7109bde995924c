import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { refuse } from '@jeongsan/platform-contract';
import type { OnExchange } from '@jeongsan/provider-client';

/** A request to the provider, as bytes. A stream is sent as it arrives: images are larger than a process should hold. */
export type Outgoing = Readonly<{
  method: string;
  /** Method and path of the operation, with its parameters by name. */
  operation: string;
  /** Path and query, as the caller wrote them. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer | Readable;
  timeoutMs: number;
}>;

/** The provider's answer: status and bytes as they came, and those of its headers that callers may read. */
export type Incoming = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: Buffer }>;

/** Sends a request and returns the answer. Throws Refusal PROVIDER_UNAVAILABLE when no answer came. */
export type Forward = (request: Outgoing) => Promise<Incoming>;

const SOCKETS_MAX = 128;
const REPLY_BYTES_MAX = 64 * 1024 * 1024;

/** Headers of the provider's answers that are part of its API. */
const ANSWERED = [
  ...['content-type', 'content-language', 'retry-after', 'idempotency-key', 'x-tosspayments-trace-id'],
  'www-authenticate',
];

/** A Forward to the provider's address over kept-alive connections. Redirects are not followed. `onExchange` sees each request. */
export function forwardTo(baseUrl: string, onExchange: OnExchange): Forward {
  const base = new URL(baseUrl);
  const transport = base.protocol === 'https:' ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  const prefix = base.pathname.replace(/\/$/, '');
  const { hostname, port } = base;
  return async (request) => {
    const begun = performance.now();
    const seen = (status?: number) =>
      onExchange({ operation: request.operation, status, ms: performance.now() - begun });
    return exchange(
      // The path is sent as it is: parsing it as a URL would resolve `..` and change what the caller asked for.
      (options, answered) => transport.request({ ...options, hostname, port, agent }, answered),
      { ...request, url: prefix + request.url },
    ).then(
      (answer) => {
        seen(answer.status);
        return answer;
      },
      (cause: unknown) => {
        seen();
        throw Object.assign(refuse('PROVIDER_UNAVAILABLE', reasonOf(cause)), { cause });
      },
    );
  };
}

type Request = (options: http.RequestOptions, answered: (incoming: http.IncomingMessage) => void) => http.ClientRequest;

function exchange(send: Request, { method, url, headers, body, timeoutMs }: Outgoing): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const length = Buffer.isBuffer(body) ? { 'content-length': String(body.length) } : {};
    const outgoing = send({ method, path: url, headers: { ...headers, ...length } }, (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > REPLY_BYTES_MAX) outgoing.destroy(new Error('The answer is too large'));
        else chunks.push(chunk);
      });
      incoming.on('end', () => {
        clearTimeout(deadline);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: answeredHeaders(incoming.headers),
          body: Buffer.concat(chunks),
        });
      });
      incoming.on('error', fail);
    });
    // A socket time-out restarts with every byte: only a deadline for the whole exchange stops a server that sends slowly.
    const deadline = setTimeout(() => outgoing.destroy(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(deadline);
      reject(error);
    };
    outgoing.on('error', fail);
    if (body === undefined || Buffer.isBuffer(body)) outgoing.end(body);
    else {
      body.on('error', (error) => outgoing.destroy(error));
      body.pipe(outgoing);
    }
  });
}

const answeredHeaders = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    ANSWERED.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]];
    }),
  );

/** Why no answer came, without addresses and without anything of the request. */
function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message;
}
