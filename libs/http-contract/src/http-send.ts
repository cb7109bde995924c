import http from 'node:http';
import https from 'node:https';
import { abortedCall, timedOut, tooLarge } from './call-error.js';
import { replyWith, type Send, type WireReply, type WireRequest } from './wire.js';

export type HttpSendOptions = { maxSockets: number; maxReplyBytes: number };

/**
 * A Send over keep-alive sockets. Redirects are not followed; the size of the reply and the time of the whole exchange are
 * limited, since a reply is untrusted input.
 */
export function httpSend(options: HttpSendOptions): Send {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: options.maxSockets }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: options.maxSockets }),
  };
  return (request) => {
    const url = new URL(request.url);
    const secure = url.protocol === 'https:';
    return exchange(
      secure ? https : http,
      secure ? agents['https:'] : agents['http:'],
      url,
      request,
      options.maxReplyBytes,
    );
  };
}

function exchange(
  transport: typeof http | typeof https,
  agent: http.Agent,
  url: URL,
  request: WireRequest,
  maxReplyBytes: number,
): Promise<WireReply> {
  const { signal } = request;
  if (signal?.aborted) return Promise.reject(abortedCall('rejected'));
  return new Promise((resolve, reject) => {
    const body = request.body === undefined ? undefined : Buffer.from(request.body);
    const headers = { ...request.headers, ...(body && { 'content-length': String(body.length) }) };
    const outgoing = transport.request(url, { method: request.method, agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxReplyBytes) return void chunks.push(chunk);
        // Here and not by an event of the request: when the whole reply has arrived, `end` comes first.
        fail(tooLarge());
        outgoing.destroy();
      });
      incoming.on('end', () => {
        release();
        const status = incoming.statusCode ?? 0;
        resolve(replyWith(request, { status, headers: flatten(incoming.headers) }, Buffer.concat(chunks)));
      });
      incoming.on('error', fail);
    });
    // A socket time-out restarts with every byte: only a deadline for the whole exchange stops a server that sends slowly.
    const deadline = setTimeout(() => outgoing.destroy(timedOut(request.timeoutMs)), request.timeoutMs);
    // A request leaves with its connection: while it waits for a socket, and while the socket connects, nothing was sent.
    let mayHaveLeft = false;
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) mayHaveLeft = true;
      else socket.once('connect', () => (mayHaveLeft = true));
    });
    const release = () => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', abort);
    };
    const fail = (error: Error) => {
      release();
      reject(error);
    };
    const abort = () => {
      fail(abortedCall(mayHaveLeft ? 'unknown' : 'rejected'));
      outgoing.destroy();
    };
    signal?.addEventListener('abort', abort, { once: true });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

function flatten(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, Array.isArray(v) ? v.join(', ') : (v ?? '')]));
}
