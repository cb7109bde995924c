import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, toProblem } from './problem.js';
import { OutageLog, RETRY_AFTER_SECONDS } from './server-away.js';

/**
 * Turns every thrown error into an answer. Errors that the caller did not cause are logged here, once, and their details are
 * not sent.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly log = new OutageLog(new Logger('Problem'));

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { id: instance, raw } = http.getRequest<FastifyRequest>();
    const { status, body } = toProblem(error);
    // A client that left in the middle of its request is no failure of ours, and would fill the log.
    const isAbandoned = raw.destroyed && !raw.complete;
    if (status >= 500 && !isAbandoned) this.log.failed(`Trace ${instance}`, error);

    const reply = http.getResponse<FastifyReply>();
    if (reply.sent) return;
    if (status === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS);
    if (status === 401) void reply.header('www-authenticate', 'Bearer, Basic');
    // Serialised here: Fastify serialises objects only for content types that it knows as JSON.
    void reply
      .status(status)
      .header('content-type', PROBLEM_TYPE)
      .send(JSON.stringify({ ...body, instance }));
  }
}
