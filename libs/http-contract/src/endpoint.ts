import { z } from 'zod';
import { compiled, encode } from './compiled.js';
import { namedFieldsOnly } from './named-fields.js';

/** How a caller proves who it is: the provider's Basic key, a customer's or our own Bearer token, or nothing. */
export type Security = 'basic' | 'bearer' | 'none';

/** One operation, said once: the server validates with it, the client types with it, OpenAPI prints it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters in braces: /v1/payments/{paymentKey}. */
  path: `/${string}`;
  summary: string;
  security: Security;
  /** Own endpoints: what the caller must be allowed to do. */
  scope?: string;
  /** The whole body travels encrypted, both ways (document 2 section 5, ENCRYPTION). */
  sealed?: boolean;
  /** How long a client should wait before it calls the outcome unknown. */
  timeoutMs?: number;
  /**
   * What happens to members of a request that the contract does not name. Own endpoints (with a scope) refuse them unless this
   * says `ignored`; the provider's endpoints always ignore them, as the provider does.
   */
  unknownFields?: 'ignored';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** JSON unless told otherwise; a multipart body is an object of fields, some of them lists of FormFile. */
  bodyType?: 'multipart';
  success: { status: 200 | 201 | 202; body: z.ZodType };
  /** JSON unless told otherwise: the success is a FileAnswer of one of these content types. No typed client reads it. */
  answerTypes?: readonly string[];
  /** Codes that are a definite answer. Any other error leaves the outcome unknown. */
  errors: readonly string[];
}

/** A success without a body: nothing at all is sent, not even null. */
export const NoBody = z.void();

/** Identity function: keeps the literal types of one endpoint. */
export const endpoint = <const E extends Endpoint>(e: E): E => e;

type Part<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.output<S> }
  : unknown;

/** What a handler receives and a caller passes: decoded values (bigint money, not numbers). */
export type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;
export type Output<E extends Endpoint> = z.output<E['success']['body']>;

const NO_QUERY = z.object({});

/** The parts of a request as a caller must send them: query and body of an own endpoint hold no other members. */
export function requestParts(e: Endpoint): Pick<Endpoint, 'params' | 'query' | 'body'> {
  if (e.scope === undefined || e.unknownFields === 'ignored') return e;
  return {
    ...(e.params && { params: e.params }),
    query: namedFieldsOnly(e.query ?? NO_QUERY) as z.ZodObject,
    ...(e.body && { body: namedFieldsOnly(e.body) }),
  };
}

const requests = new WeakMap<Endpoint, z.ZodObject>();

/** The schema of a whole request, built once per endpoint: building one costs more than using it. */
function requestSchema(e: Endpoint): z.ZodObject {
  const known = requests.get(e);
  if (known) return known;
  const { params, query, body } = requestParts(e);
  const schema = z.object({ ...(params && { params }), ...(query && { query }), ...(body && { body }) });
  requests.set(e, schema);
  return schema;
}

/** Decodes params, query and body of a request in one go; throws ZodError naming every bad field. */
export function decodeInput<E extends Endpoint>(
  e: E,
  raw: { params?: unknown; query?: unknown; body?: unknown },
): Input<E> {
  return compiled(requestSchema(e)).parse(raw) as Input<E>;
}

/** The wire form of a reply. */
export function encodeOutput<E extends Endpoint>(e: E, value: Output<E>): unknown {
  return encode(e.success.body, value);
}
