import { z } from 'zod';
import { compiled, encode } from './compiled.js';
import { namedFieldsOnly } from './named-fields.js';

/**
 * Authentication of an endpoint: the provider's Basic key, a Bearer token (a customer's or our own), the Bearer token of a link to
 * the seller page, or none. An endpoint accepts one kind, and refuses the credentials of every other kind.
 */
export type Security = 'basic' | 'bearer' | 'seller' | 'none';

/**
 * One HTTP operation. The server validates with this object, the client derives its types from it, and OpenAPI is generated
 * from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters in braces: /v1/payments/{paymentKey}. */
  path: `/${string}`;
  summary: string;
  security: Security;
  /** The scope that the caller needs; for our own endpoints. */
  scope?: string;
  /** The whole body is encrypted, in both directions (document 2 section 5, ENCRYPTION). */
  sealed?: boolean;
  /** Milliseconds after which a client stops waiting and treats the outcome as unknown. */
  timeoutMs?: number;
  /**
   * What happens to members of a request that the contract does not name. Own endpoints (with a scope) refuse them unless this
   * says `ignored`; the provider's endpoints always ignore them, as the provider does.
   */
  unknownFields?: 'ignored';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * Default: JSON. A multipart body is an object of fields; fields may be lists of FormFile. An NDJSON body is a list: each line
   * is the JSON of one item, and a server reads each line by itself, so one bad line does not refuse the others.
   */
  bodyType?: 'multipart' | 'ndjson';
  /** Bytes of a JSON body at most, where the limit of all endpoints is too low. The caller is known before such a body is read. */
  bodyBytesMax?: number;
  /** Lines of an NDJSON body at most: with more, the whole request is refused. */
  linesMax?: number;
  success: { status: 200 | 201 | 202; body: z.ZodType };
  /** Content types of a FileAnswer. Default: the success body is JSON. */
  answerTypes?: readonly string[];
  /** The success body is the bytes that arrived, for a client that reads a long list in parts (`jsonItems`). */
  answersBytes?: true;
  /** The success body is a list, sent as NDJSON: one item a line, written as the items arise. */
  answersLines?: true;
  /**
   * The success is a stream of server-sent events. The data of each is the success body as it is then: a state, sent at once and
   * after each change. Its member `finished` says that it is the last one.
   */
  answersEvents?: true;
  /**
   * A POST whose answer is a secret of minutes and whose repeat does no harm: no answer is kept for an Idempotency-Key, so that the
   * secret is never stored, and a late repeat does not get one that has ended.
   */
  keepsNoAnswer?: true;
  /** Error codes that mean that nothing happened. Any other error leaves the outcome unknown. */
  errors: readonly string[];
}

/** A success without a body: zero bytes, not even null. */
export const NoBody = z.void();

/** Identity function: keeps the literal types of one endpoint. */
export const endpoint = <const E extends Endpoint>(e: E): E => e;

/** Whether a repeated request with the same Idempotency-Key gets the first answer. An answer of lines is not kept. */
export const takesIdempotencyKey = (e: Endpoint): boolean => e.method === 'POST' && !e.answersLines && !e.keepsNoAnswer;

type Part<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.output<S> }
  : unknown;

/** The decoded input of an endpoint: handlers receive it, callers pass it (money as bigint, not number). */
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

/** The schema of a whole request, built once per endpoint: building one costs more than using one. */
function requestSchema(e: Endpoint): z.ZodObject {
  const known = requests.get(e);
  if (known) return known;
  const { params, query, body: whole } = requestParts(e);
  // The lines of an NDJSON body are read one by one, each with lineSchema.
  const body = e.bodyType === 'ndjson' ? undefined : whole;
  const schema = z.object({ ...(params && { params }), ...(query && { query }), ...(body && { body }) });
  requests.set(e, schema);
  return schema;
}

/** Decodes params, query and body of a request together; throws one ZodError with every invalid field. */
export function decodeInput<E extends Endpoint>(
  e: E,
  raw: { params?: unknown; query?: unknown; body?: unknown },
): Input<E> {
  return compiled(requestSchema(e)).parse(raw) as Input<E>;
}

const lines = new WeakMap<Endpoint, z.ZodType>();

/** The schema of one line of an NDJSON body, built once per endpoint. */
export function lineSchema(e: Endpoint): z.ZodType {
  const known = lines.get(e);
  if (known) return known;
  const { body } = requestParts(e);
  if (e.bodyType !== 'ndjson' || !(body instanceof z.ZodArray)) throw new Error(`${e.path} has no NDJSON body`);
  const schema = compiled(body.element as z.ZodType);
  lines.set(e, schema);
  return schema;
}

/** The wire form of one item of an NDJSON answer. */
export function encodeLine(e: Endpoint, item: unknown): string {
  const { body } = e.success;
  if (!(body instanceof z.ZodArray)) throw new Error(`The answer of ${e.path} is no list`);
  return `${JSON.stringify(encode(body.element as z.ZodType, item))}\n`;
}

/** The wire form of a reply. */
export function encodeOutput<E extends Endpoint>(e: E, value: Output<E>): unknown {
  return encode(e.success.body, value);
}
