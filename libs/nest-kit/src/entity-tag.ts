import { createHash } from 'node:crypto';
import { RouteConfig } from '@nestjs/platform-fastify';
import { type Endpoint, readsResource } from '@jeongsan/http-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** Decorators of a route whose answers carry an entity tag. */
export const taggedIfResource = (e: Endpoint): MethodDecorator[] =>
  readsResource(e) ? [RouteConfig({ hasEntityTag: true })] : [];

const hasEntityTag = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  'hasEntityTag' in config && config.hasEntityTag === true;

/**
 * Answers of tagged routes carry a strong ETag of their bytes; a caller that has these bytes (If-None-Match) gets 304 without
 * them. The resource is read all the same: what is saved is the transfer.
 */
export function addEntityTags(server: FastifyInstance): void {
  server.addHook<string>('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string' || !hasEntityTag(request)) return done(null, payload);
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
    void reply.header('etag', etag);
    // `fetch` adds `cache-control: no-cache` to each request with the header; to ask by a tag is to want this answer.
    const known = request.headers['if-none-match'];
    if (!fresh({ 'if-none-match': known }, { etag })) return done(null, payload);
    void reply.code(304).removeHeader('content-type');
    done(null, null);
  });
}
