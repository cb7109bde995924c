import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { apiCodes } from '@jeongsan/platform-contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentPolicy } from './content-policy.js';
import { html } from './plain-page.js';

export type ConsoleFiles = Readonly<{
  /** The folder of the built console. Default: beside this app. */
  folder: string | undefined;
  /** Origins that may frame the seller page. */
  sellerPageAncestors: readonly string[];
  /** Whether people can sign in at this door. */
  hasSignIn: boolean;
}>;

const BUILT = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const NONCE = /__CSP_NONCE__/g;
const NONCE_BYTES = 16;
const LONG = '365d';

/** Serves the single-page applications of operators and of sellers: one page for all of its paths, and hashed files. */
export function serveConsole(server: FastifyInstance, files: ConsoleFiles): void {
  const { folder = BUILT, sellerPageAncestors, hasSignIn } = files;
  const page =
    (name: string, ancestors: readonly string[]) =>
    async (_: unknown, reply: FastifyReply): Promise<FastifyReply> => {
      const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
      return text === undefined ? notBuilt(reply) : showPage(reply, text, ancestors);
    };
  const operators = hasSignIn ? page('index.html', []) : (_: unknown, reply: FastifyReply) => switchedOff(reply);
  for (const url of ['/console', '/console/*']) server.get(url, operators);
  for (const url of ['/s', '/s/*']) server.get(url, page('seller.html', sellerPageAncestors));
  // Without the folder, @fastify/static would warn at each start.
  if (!existsSync(join(folder, 'assets'))) return;
  void server.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/console/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: LONG,
    setHeaders: (reply) => void reply.header('cross-origin-resource-policy', 'same-origin'),
  });
}

function showPage(reply: FastifyReply, text: string, ancestors: readonly string[]): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  // The older header has no list of origins, and would forbid what the policy allows.
  if (ancestors.length > 0) reply.removeHeader('x-frame-options');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentPolicy(nonce, ancestors),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(text.replace(NONCE, nonce));
}

const notBuilt = (reply: FastifyReply): FastifyReply =>
  html(reply, {
    status: apiCodes.CONSOLE_NOT_BUILT[0],
    title: { korean: '콘솔이 아직 빌드되지 않았습니다', english: 'The console is not built' },
    body: '<p><code>CONSOLE_NOT_BUILT</code></p><p lang="en">Run <code>node apps/console/bundle.mjs</code>, and start again.</p>',
  });

const switchedOff = (reply: FastifyReply): FastifyReply =>
  html(reply, {
    status: apiCodes.CONSOLE_OFF[0],
    title: { korean: '콘솔이 꺼져 있습니다', english: 'The console is off' },
    body: '<p><code>CONSOLE_OFF</code></p><p lang="en">This front door has no settings of a sign-in: docs/operations/front-door.md.</p>',
  });
