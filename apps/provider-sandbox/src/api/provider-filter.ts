import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { replyWithCode, replyWithFailure } from './serve-provider.js';
import type { World } from '../world.js';

/** Answers errors outside the routes in the provider's format: unknown paths, unreadable requests. */
@Catch()
export class ProviderFilter implements ExceptionFilter {
  private world: World | undefined;

  /** Sets the world, because the filter is created before the world is open. */
  use(world: World): void {
    this.world = world;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    if (!this.world || reply.sent) throw error;
    const status = error instanceof HttpException ? error.getStatus() : undefined;
    if (status === 404 || status === 405) replyWithCode(this.world, 'NOT_FOUND_HTTP_METHOD', request, reply);
    else replyWithFailure(this.world, status === undefined ? error : { statusCode: status }, request, reply);
  }
}
