import type { FastifyReply, FastifyRequest } from 'fastify';

const OF_THIS_MACHINE = /^(?:127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/;

/**
 * Hook: on one machine, a page that was opened as 127.0.0.1 goes on at the console's own host: cookies and origins of the two
 * differ. Elsewhere the host may be what a proxy made of it.
 */
export const toOwnHost = (origin: string) => {
  const { host } = new URL(origin);
  const [isLocal, port] = OF_THIS_MACHINE.exec(host) ?? [];
  return async ({ method, headers, raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const asked = headers.host ?? host;
    if (!isLocal || method !== 'GET' || asked === host || OF_THIS_MACHINE.exec(asked)?.[1] !== port) return;
    return reply.redirect(`${origin}${raw.url ?? ''}`, 307);
  };
};
