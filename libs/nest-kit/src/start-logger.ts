import { Logger } from 'nestjs-pino';

const DETAILS = new Set<unknown>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/**
 * Logs Nest's messages as JSON lines. The lines for each module and route are logged at level debug: /openapi.json lists the
 * routes.
 */
export class StartLogger extends Logger {
  override log(message: unknown, ...rest: unknown[]): void {
    if (DETAILS.has(rest.at(-1))) this.debug(message, ...rest);
    else super.log(message, ...rest);
  }
}
