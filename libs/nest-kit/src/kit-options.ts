import type { DynamicModule, ExceptionFilter, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyServerOptions } from 'fastify';
import type { ApiStyle, Contract } from '@jeongsan/http-contract';
import type { BaseEnv } from './env.js';
import type { Reference } from './reference-page.js';
import type { SellerSessions } from './seller-sessions.js';

/** The parts in which an app differs from the others. */
export type KitOptions = Readonly<{
  module: Type | DynamicModule;
  env: BaseEnv;
  title: string;
  /** The endpoints described in /openapi.json and /docs. */
  contract: Contract;
  /** What all endpoints share in /openapi.json (for example security schemes) and the contract does not state. */
  apiStyle?: ApiStyle;
  /** Replaces the page at /docs. */
  reference?: () => Reference;
  /** Replaces the filter that answers errors, for an app that imitates the API of another company. */
  filter?: ExceptionFilter;
  /** Replaces the answers to unreadable requests: an undecodable address, or bytes that are not HTTP. */
  unreadable?: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>;
  /** False for an app that authenticates its callers itself. */
  guard?: boolean;
  /** True for an app that strangers reach: its metrics are served at METRICS_PORT, and without that setting nowhere. */
  metricsOnOwnPort?: boolean;
  /** Verifies links to the seller page, in the app that serves it. */
  sellers?: SellerSessions;
  /** Called before the routes exist, for example to add Fastify hooks and body parsers. */
  configure?: (app: NestFastifyApplication) => void | Promise<void>;
}>;

export const KIT_OPTIONS = Symbol('kit-options');
