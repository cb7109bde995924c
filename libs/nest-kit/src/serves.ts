import { Controller, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Contract, type Endpoint, type Input, listPartOf, type Output } from '@jeongsan/http-contract';
import type { Caller, KitRequest } from './caller.js';
import type { z } from 'zod';
import { AsksForCsv, csvOf, type ListInput } from './csv-answer.js';
import { Decoded, Implements } from './implements.js';
import type { NdjsonLine } from './ndjson-lines.js';
import type { SellerSession } from './seller-sessions.js';

/** What a handler may know of a request beside its decoded input. */
export type Call = Readonly<{
  /** Throws on an endpoint that is open or of the seller page: it has no caller. */
  caller: Caller;
  /** Whose page the link opens. Throws on every endpoint that is not of the seller page. */
  seller: SellerSession;
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | undefined;
}>;

/** A handler of an NDJSON body gets the lines one by one, each with its value or its refusal. */
type Received<E extends Endpoint> = E extends { bodyType: 'ndjson'; body: z.ZodArray<infer Item extends z.ZodType> }
  ? Omit<Input<E>, 'body'> & { body: Iterable<NdjsonLine<z.output<Item>>> }
  : Input<E>;
/** A handler of an NDJSON answer returns the items as they arise, one of events the states. */
type Answered<E extends Endpoint> = E extends { answersLines: true; success: { body: z.ZodArray<infer Item> } }
  ? AsyncIterable<z.output<Item>>
  : E extends { answersEvents: true }
    ? AsyncIterable<Output<E>>
    : Output<E> | Promise<Output<E>>;

type Handler<E extends Endpoint> = (input: Received<E>, call: Call) => Answered<E>;

/** One handler for each endpoint of a contract group. */
export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handler<C[K]> };

/** A map with a handler for an endpoint outside the group: that handler would never be called. */
type NoOthers<C, H> = [Exclude<keyof H, keyof C>] extends [never]
  ? unknown
  : { readonly unserved: Exclude<keyof H, keyof C> };

/**
 * Class decorator: a controller for all endpoints of a contract group. The class has one map `handlers`, from the name of each
 * endpoint to its handler; a map that lacks one of them, or has another, does not compile. Route, status, access rule, idempotency and encoding of
 * each endpoint come from the contract.
 */
export const Serves =
  <C extends Contract>(group: C) =>
  <H extends Handlers<C>>(target: (new (...injected: never[]) => { readonly handlers: H }) & NoOthers<C, H>): void => {
    for (const [name, e] of Object.entries(group)) addRoute(target.prototype as Served, name, e);
    Controller()(target);
  };

type ControllerClass = new (...injected: never[]) => { readonly handlers: object };
type ServedBy<L extends readonly ControllerClass[]> =
  InstanceType<L[number]> extends infer Instance
    ? Instance extends { readonly handlers: infer H }
      ? keyof H
      : never
    : never;
type Unserved<C extends Contract, L extends readonly ControllerClass[]> = Exclude<keyof C, ServedBy<L>>;

/**
 * The contract itself, once its controllers are known to have a handler for each of its endpoints: a list that lacks the
 * controller of a group does not compile, and the error names the endpoints of that group.
 */
export const servedBy = <C extends Contract, const L extends readonly ControllerClass[]>(
  contract: C,
  _controllers: L & ([Unserved<C, L>] extends [never] ? unknown : { readonly lacks: Unserved<C, L> }),
): C => contract;

type Served = { readonly handlers: Readonly<Record<string, Handler<Endpoint>>> };

/** Nest finds routes as methods of the class: each endpoint gets one, which calls its handler. */
function addRoute(prototype: Served, name: string, e: Endpoint): void {
  const list = listPartOf(e);
  const route = function (this: Served, input: Input<Endpoint>, call: Call, asksForCsv = false) {
    const handler = this.handlers[name];
    if (!list || !asksForCsv) return handler?.(input, call);
    return csvOf(e, list, async (one) => handler?.(one, call), input as ListInput);
  };
  const descriptor = { value: route, configurable: true, writable: true };
  Object.defineProperty(prototype, name, descriptor);
  Decoded(e)(prototype, name, 0);
  CurrentCall()(prototype, name, 1);
  if (list) AsksForCsv()(prototype, name, 2);
  Implements(e)(prototype, name, descriptor);
}

const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): Call => {
  const { caller, seller, headers } = context.switchToHttp().getRequest<KitRequest>();
  const key = headers['idempotency-key'];
  return {
    get caller() {
      if (!caller) throw new Error('The handler of an endpoint without a caller asks for it');
      return caller;
    },
    get seller() {
      if (!seller) throw new Error('The handler of an endpoint beside the seller page asks for the seller');
      return seller;
    },
    idempotencyKey: typeof key === 'string' ? key : undefined,
  };
});
