import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Endpoint } from '@jeongsan/http-contract';

const ENDPOINT = 'jeongsan:endpoint';
const OPEN = 'jeongsan:open';

/** Tells guards and interceptors which endpoint a handler implements. */
export const marksEndpoint = (e: Endpoint): MethodDecorator => SetMetadata(ENDPOINT, e);

/** The endpoint a handler implements, if it does. */
export const endpointOf = (context: ExecutionContext): Endpoint | undefined =>
  Reflect.getMetadata(ENDPOINT, context.getHandler()) as Endpoint | undefined;

/** Lets everybody call a method that implements no endpoint. Without either mark the guard refuses. */
export const Open = (): MethodDecorator & ClassDecorator => SetMetadata(OPEN, true);

export const isOpen = (context: ExecutionContext): boolean =>
  [context.getHandler(), context.getClass()].some((target) => Reflect.getMetadata(OPEN, target) === true);
