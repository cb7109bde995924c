import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { choicePage } from './pages.js';
import { personOf } from './people.js';

const INTERACTION = /^\/interaction\/[\w-]{1,64}$/;
const CHOICE_BYTES_MAX = 1_024;

/** The HTTP server of the issuer: the library's endpoints, the page on which a person is chosen, and `/health/ready`. */
export function serverOf(provider: Provider): Server {
  const standard = provider.callback();
  return createServer((request, reply) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path === '/health/ready') return void reply.end('{"status":"up"}');
    if (!INTERACTION.test(path)) return void standard(request, reply);
    choose(provider, request, reply, path).catch(() => {
      // The page is too old, or its cookie is gone: the sign-in begins anew at the console.
      if (!reply.headersSent) reply.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
      reply.end('이 페이지는 만료되었습니다. This page has expired: sign in again from the console.\n');
    });
  });
}

async function choose(
  provider: Provider,
  request: IncomingMessage,
  reply: ServerResponse,
  path: string,
): Promise<void> {
  const { prompt, session } = await provider.interactionDetails(request, reply);
  if (request.method !== 'POST') {
    reply.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    });
    return void reply.end(choicePage(path, prompt.name === 'login' && session !== undefined));
  }
  const person = new URLSearchParams(await textOf(request)).get('person') ?? '';
  if (!personOf(person)) throw new Error('No such person');
  await provider.interactionFinished(request, reply, { login: { accountId: person } });
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > CHOICE_BYTES_MAX) throw new Error('Too long');
  }
  return text;
}
