import { Controller, Get, Header, HttpException, Inject, Logger, NotFoundException, Res } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { HealthCheckService, type HealthIndicatorFunction, type HealthIndicatorResult } from '@nestjs/terminus';
import { toOpenApi } from '@jeongsan/http-contract';
import type { FastifyReply } from 'fastify';
import { Open } from './endpoint-marks.js';
import { HolidayHorizon } from './holiday-horizon.js';
import { KIT_OPTIONS, type KitOptions } from './kit-options.js';
import { Metrics } from './metrics/metrics.js';
import { NotReady, READINESS, type Readiness } from './readiness.js';
import { simpleReference } from './reference-page.js';
import { isServerAway, OutageLog, ServerAway } from './server-away.js';

const API_VERSION = '1';
const CHECK_TIMEOUT_MS = 3_000;

/** The endpoints that every app has besides its own: health, metrics and the description of its API. */
@Open()
@Controller()
export class ServiceController {
  private readonly log = new OutageLog(new Logger('Readiness'));
  private document: string | undefined;

  constructor(
    @Inject(KIT_OPTIONS) private readonly options: KitOptions,
    private readonly modules: ModuleRef,
    private readonly health: HealthCheckService,
    private readonly metrics: Metrics,
    private readonly horizon: HolidayHorizon,
  ) {}

  @Get('health/live')
  live(): object {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<unknown> {
    try {
      return await this.health.check([...this.indicators(), ...this.holidays()]);
    } catch (error) {
      if (!(error instanceof HttpException)) throw error;
      // The status must be set here: Nest answers a caught exception with 200.
      void reply
        .status(error.getStatus())
        .header('content-type', 'application/json; charset=utf-8')
        .send(error.getResponse());
      return undefined;
    }
  }

  @Get('metrics')
  async exposition(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { env, metricsOnOwnPort = false } = this.options;
    if (metricsOnOwnPort || env.METRICS_PORT !== undefined) throw new NotFoundException();
    void reply.header('content-type', this.metrics.contentType);
    return this.metrics.text();
  }

  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(): string {
    const { title, contract, apiStyle } = this.options;
    // Written once: the document of the whole API is large, and never changes while the process runs.
    return (this.document ??= JSON.stringify(toOpenApi(title, API_VERSION, contract, apiStyle)));
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  docs(@Res({ passthrough: true }) reply: FastifyReply): string {
    const { title, contract, reference = () => simpleReference(title, contract) } = this.options;
    const { page, policy } = reference();
    void reply.header('content-security-policy', policy);
    return page;
  }

  /** Shown while the known holidays end too soon; the process works, so that the status stays up. */
  private holidays(): HealthIndicatorFunction[] {
    const short = this.horizon.short();
    return short ? [() => ({ holidays: { status: 'up', ...short } })] : [];
  }

  private indicators(): HealthIndicatorFunction[] {
    const found = this.modules.get<Readiness[]>(READINESS, { strict: false, each: true }).flat();
    return found.map((readiness) => async () => {
      const { name, check } = readiness;
      try {
        return { [name]: { status: 'up', ...(await inTime(check())) } };
      } catch (error) {
        return this.missing(readiness, error);
      }
    });
  }

  /**
   * A failed check. When a server is away, the result stands under the server's name, and the check's own name is left out: its
   * result (for example the number of migrations) is not known.
   */
  private missing({ name, server = name, isSpared }: Readiness, error: unknown): HealthIndicatorResult {
    if (error instanceof NotReady) return { [name]: { status: 'down', reason: error.message } };
    this.log.failed(`Readiness of ${name}`, error);
    if (!isServerAway(error)) return { [name]: { status: 'down' } };
    return { [server]: { status: isSpared ? 'degraded' : 'down' } };
  }
}

/** Fails a check after CHECK_TIMEOUT_MS: a probe that hangs would not name the missing server. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServerAway(`No answer within ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
