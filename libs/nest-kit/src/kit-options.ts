import type { DynamicModule, ExceptionFilter, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyServerOptions } from 'fastify';
import type { ApiStyle, Contract } from '@jeongsan/http-contract';
import type { BaseEnv } from './env.js';

/** What an app says about itself; nest-kit does the rest. */
export type KitOptions = Readonly<{
  module: Type | DynamicModule;
  env: BaseEnv;
  title: string;
  /** The endpoints that /openapi.json and /docs describe. */
  contract: Contract;
  /** What they share and the contract does not say. */
  apiStyle?: ApiStyle;
  /** Replaces the answer to errors; for an app that imitates another one's. */
  filter?: ExceptionFilter;
  /** Replaces the answers to what is no request at all: an address or bytes that nobody can read. */
  unreadable?: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>;
  /** False for an app that checks its callers itself. */
  guard?: boolean;
  /** Last changes to the app before its routes exist, such as Fastify hooks and body parsers. */
  configure?: (app: NestFastifyApplication) => void | Promise<void>;
}>;

export const KIT_OPTIONS = Symbol('kit-options');
