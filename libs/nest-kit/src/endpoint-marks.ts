import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Endpoint } from '@jeongsan/http-contract';

const ENDPOINT = 'jeongsan:endpoint';
const OPEN = 'jeongsan:open';

/** Decorator that records the endpoint of a handler, for guards and interceptors. */
export const marksEndpoint = (e: Endpoint): MethodDecorator => SetMetadata(ENDPOINT, e);

/** The endpoint of the current handler; undefined: none. */
export const endpointOf = (context: ExecutionContext): Endpoint | undefined =>
  Reflect.getMetadata(ENDPOINT, context.getHandler()) as Endpoint | undefined;

/**
 * Decorator that opens a handler without an endpoint to every caller. The guard refuses handlers that have neither an endpoint
 * nor this mark.
 */
export const Open = (): MethodDecorator & ClassDecorator => SetMetadata(OPEN, true);

export const isOpen = (context: ExecutionContext): boolean =>
  [context.getHandler(), context.getClass()].some((target) => Reflect.getMetadata(OPEN, target) === true);
