import { Logger } from 'nestjs-pino';

const DETAILS = new Set<unknown>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** Nest's messages as JSON lines, without one for every module and route: /openapi.json lists those better. */
export class StartLogger extends Logger {
  override log(message: unknown, ...rest: unknown[]): void {
    if (DETAILS.has(rest.at(-1))) this.debug(message, ...rest);
    else super.log(message, ...rest);
  }
}
