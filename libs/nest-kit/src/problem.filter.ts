import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, toProblem } from './problem.js';
import { OutageLog, RETRY_AFTER_SECONDS } from './server-away.js';

/** The one place where errors become answers. What is not the caller's fault is logged here, once, and not shown. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly log = new OutageLog(new Logger('Problem'));

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { id: instance, raw } = http.getRequest<FastifyRequest>();
    const { status, body } = toProblem(error);
    // A client that left in the middle of its request is no failure of ours, and could fill the log.
    const isAbandoned = raw.destroyed && !raw.complete;
    if (status >= 500 && !isAbandoned) this.log.failed(`Trace ${instance}`, error);

    const reply = http.getResponse<FastifyReply>();
    if (reply.sent) return;
    if (status === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS);
    if (status === 401) void reply.header('www-authenticate', 'Bearer, Basic');
    // Fastify serialises objects only for types it knows to be JSON.
    void reply
      .status(status)
      .header('content-type', PROBLEM_TYPE)
      .send(JSON.stringify({ ...body, instance }));
  }
}
