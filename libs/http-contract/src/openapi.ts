import { z } from 'zod';
import type { Contract } from './client.js';
import { requestParts, type Endpoint, type Security } from './endpoint.js';
import { csvTable } from './csv-table.js';
import { type Descriptions, describedBy } from './field-descriptions.js';
import { listPartOf, readsResource } from './lists.js';
import { EVENT_STREAM, NDJSON } from './ndjson.js';

/** A request header that an endpoint reads besides its credentials. */
export type HeaderParameter = Readonly<{ name: string; description: string; required?: boolean; schema: z.ZodType }>;

/** What a reference shows as the request and the answer of an endpoint. */
export type Example = Readonly<{
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** The body of the request: JSON, or the text of an NDJSON body. */
  body?: unknown;
  /** The body of the answer: JSON, or the text of a file. Absent: none is shown. */
  answer?: unknown;
}>;

/** A group of endpoints in a reference. */
export type Tag = Readonly<{ name: string; description: string }>;

/** Properties that all endpoints of one API share and the contract does not state: headers, and the form of errors. */
export type ApiStyle = Readonly<{
  headers?: (e: Endpoint) => readonly HeaderParameter[];
  /** Headers of an answer with this status. */
  answerHeaders?: (e: Endpoint, status: number) => readonly HeaderParameter[];
  /** The body of an error of this endpoint; undefined: its errors are not described. */
  errorBody?: (e: Endpoint) => z.ZodType | undefined;
  /** The content type of the errors of this endpoint. Default: application/json. */
  errorType?: (e: Endpoint) => string;
  /** The codes of errors of this endpoint. Default: those of the contract, which mean that nothing happened. */
  errorCodes?: (e: Endpoint) => readonly string[];
  /** Whether answers with the same error codes stand once in the document, as a component. Default: each stands in its place. */
  sharesErrors?: (e: Endpoint) => boolean;
  /** The meaning of an error code, for the rest of a sentence that begins with the code. */
  errorMeaning?: (code: string, e: Endpoint) => string | undefined;
  /** The group in which a reference shows this endpoint. */
  tag?: (e: Endpoint) => string;
  /** All groups, in the order of the reference; groups without an endpoint are left out. */
  tags?: readonly Tag[];
  /** The name of the API. Default: the name of the program. */
  title?: string;
  /** Text about the whole API, in Markdown. */
  about?: string;
  /** Text about an endpoint beside its summary, in Markdown. */
  note?: (e: Endpoint) => string | undefined;
  example?: (operationId: string, e: Endpoint) => Example | undefined;
  /** Text about members of an operation, by place: `query.after`, `body.lines[].amount`, `answer.items[].state`. */
  descriptions?: (operationId: string, e: Endpoint) => Descriptions;
  /** Addresses at which the API is served, relative to the document's own. Default: the document's origin. */
  servers?: readonly Readonly<{ url: string; description: string }>[];
  /** Further members of the endpoint's description. */
  extensions?: (e: Endpoint) => Readonly<Record<`x-${string}`, unknown>>;
  /** The HTTP status of an error code. When absent, errors are described as the default response. */
  errorStatus?: (code: string, e: Endpoint) => number;
  /** The requests that the server sends to its callers, by name. */
  webhooks?: Readonly<Record<string, WebhookDescription>>;
}>;

/** A request that the server sends: a POST with a JSON body. */
export type WebhookDescription = Readonly<{
  summary: string;
  headers: readonly HeaderParameter[];
  body: z.ZodType;
  example?: unknown;
  /** The meaning of an answer with status 200. */
  received: string;
}>;

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  seller: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a link to the seller page',
  },
} as const satisfies Record<Exclude<Security, 'none'>, object>;

/** The OpenAPI 3.1 document of a contract: complete enough to write a client from. */
export function toOpenApi(title: string, version: string, contract: Contract, style: ApiStyle = {}) {
  const schemas: Record<string, object> = {};
  const responses: Record<string, object> = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, e] of Object.entries(contract)) {
    (paths[e.path] ??= {})[e.method.toLowerCase()] = operation(operationId, e, style, wireInto(schemas), responses);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: style.title ?? title,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      ...(style.about !== undefined && { description: style.about }),
    },
    ...(style.servers && { servers: style.servers }),
    ...(style.tags && { tags: usedTags(style.tags, contract, style) }),
    paths,
    ...(style.webhooks && { webhooks: described(style.webhooks, wireInto(schemas)) }),
    components: {
      schemas,
      ...(Object.keys(responses).length > 0 && { responses }),
      securitySchemes,
    },
  };
}

function usedTags(tags: readonly Tag[], contract: Contract, { tag }: ApiStyle): readonly Tag[] {
  const used = new Set(Object.values(contract).map((e) => tag?.(e)));
  return tags.filter(({ name }) => used.has(name));
}

/** The JSON schema of a schema; `member`: it is this member of the place that is described. */
type Wire = (schema: z.ZodType, member?: string) => object;

/**
 * The wire form of a schema, which is the *input* side of its codecs, for requests and replies alike. Schemas that are
 * registered with an id become components, referred to by name.
 */
const wireInto =
  (components: Record<string, object>): Wire =>
  (schema) => {
    // Wrapped in an object: at the root, a schema with an id would be written out instead of referred to.
    const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), { io: 'input', unrepresentable: 'any' });
    for (const [name, { id: _, ...shared }] of Object.entries($defs ?? {})) components[name] = referring(shared);
    return referring(properties?.['it'] ?? {});
  };

const referring = (schema: object | boolean): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as object;

/** Responses that stand once in the document, by name. */
type Shared = Record<string, object>;

function operation(operationId: string, e: Endpoint, style: ApiStyle, wire: Wire, shared: Shared): object {
  const { body } = requestParts(e);
  const example = style.example?.(operationId, e) ?? {};
  const texts = style.descriptions?.(operationId, e) ?? {};
  const at =
    (place: string): Wire =>
    (schema, member) =>
      describedBy(texts, wire(schema), member === undefined ? place : `${place}.${member}`);
  const { summary, rest } = sentencesOf(e.summary);
  const description = [rest, style.note?.(e)].filter(Boolean).join('\n\n');
  const { status } = e.success;
  const headers = answerHeaders(e, status, style, wire);
  return {
    operationId,
    summary,
    ...(description !== '' && { description }),
    ...(style.tag && { tags: [style.tag(e)] }),
    ...(e.security !== 'none' && { security: [{ [e.security]: [] }] }),
    ...(e.scope && { 'x-scope': e.scope }),
    parameters: [
      ...parameters('path', e.params, example.params, at('params')),
      ...parameters('query', e.query, example.query, at('query')),
      ...(style.headers?.(e) ?? []).map((header) => headerParameter(header, wire)),
    ],
    ...(body && { requestBody: withExample(requestBody(e, body, at('body')), example.body) }),
    responses: {
      [status]: withExample(
        {
          description: successes[status],
          ...headers,
          ...(!isNothing(e.success.body) && { content: successContent(e, at('answer')) }),
        },
        example.answer,
      ),
      ...(readsResource(e) && { 304: { description: 'The resource has the bytes of the ETag in If-None-Match' } }),
      ...errorResponses(e, style, wire, shared),
    },
    'x-error-codes': e.errors,
    ...style.extensions?.(e),
  };
}

const successes = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: the work is enqueued',
} as const satisfies Record<Endpoint['success']['status'], string>;

/** The first sentence of a text, without its full stop, and the sentences after it. */
function sentencesOf(text: string): { summary: string; rest: string } {
  const [, first = text, rest = ''] = /^(.+?)\.(?:\s+(.+))?$/s.exec(text) ?? [];
  return { summary: first, rest };
}

/** Puts the example beside each schema of the content that is JSON, or that is the text of the example. */
function withExample<C extends { content?: object }>(described: C, example: unknown): C {
  if (example === undefined || !described.content) return described;
  const content = Object.entries(described.content).map(([type, media]: [string, object], index) => {
    const isShown = typeof example === 'string' ? index === 0 : /json$/.test(type);
    return [type, isShown ? { ...media, example } : media];
  });
  return { ...described, content: Object.fromEntries(content) as object };
}

function answerHeaders(e: Endpoint, status: number, style: ApiStyle, wire: Wire): { headers?: object } {
  const headers = style.answerHeaders?.(e, status) ?? [];
  if (headers.length === 0) return {};
  const described = headers.map(({ name, description, schema }) => [name, { description, schema: wire(schema) }]);
  return { headers: Object.fromEntries(described) as object };
}

const described = (webhooks: Readonly<Record<string, WebhookDescription>>, wire: Wire): object =>
  Object.fromEntries(
    Object.entries(webhooks).map(([name, { summary, headers, body, example, received }]) => [
      name,
      {
        post: {
          summary,
          parameters: headers.map((header) => headerParameter(header, wire)),
          requestBody: withExample(
            { required: true, content: { 'application/json': { schema: wire(body) } } },
            example,
          ),
          responses: { 200: { description: received } },
        },
      },
    ]),
  );

const headerParameter = (header: HeaderParameter, wire: Wire): object => ({
  ...header,
  in: 'header',
  schema: wire(header.schema),
});

const isNothing = (schema: z.ZodType): boolean => schema instanceof z.ZodVoid;

type Body = { required: boolean; content: object };

function requestBody(e: Endpoint, body: z.ZodType, wire: Wire): Body {
  const required = !body.safeParse(undefined).success;
  if (e.bodyType === 'multipart') return { required, content: { 'multipart/form-data': { schema: wire(body) } } };
  if (e.bodyType === 'ndjson') return { required, content: linesContent(body, wire) };
  return { required, content: contentOf(e, body, wire) };
}

function successContent(e: Endpoint, wire: Wire): object {
  const { answerTypes } = e;
  if (e.answersLines) return linesContent(e.success.body, wire);
  if (e.answersEvents) return { [EVENT_STREAM]: { schema: wire(e.success.body) } };
  if (!answerTypes) return { ...contentOf(e, e.success.body, wire), ...csvContent(e) };
  return Object.fromEntries(answerTypes.map((type) => [type, { schema: wire(e.success.body) }]));
}

/** Lists are also read as CSV, all pages of them. */
function csvContent(e: Endpoint): object {
  const list = listPartOf(e);
  if (!list) return {};
  const columns = csvTable(list.item).columns.join(', ');
  const description = `All items from \`after\` on; \`limit\` is the number that is read at a time. Columns: ${columns}`;
  return { 'text/csv': { schema: { type: 'string', description } } };
}

/** The schema of one line stands for the list. */
const linesContent = (list: z.ZodType, wire: Wire): object => ({
  [NDJSON]: { schema: (wire(list) as { items: object }).items },
});

function contentOf(e: Endpoint, schema: z.ZodType, wire: Wire): object {
  if (!e.sealed) return { 'application/json': { schema: wire(schema) } };
  const plaintext = { description: 'Compact JWE of the JSON below', 'x-plaintext': wire(schema) };
  return { 'text/plain': { schema: { type: 'string', ...plaintext } } };
}

/** One response for each status, with its error codes and their meaning; unlisted errors have the same body. */
function errorResponses(e: Endpoint, style: ApiStyle, wire: Wire, shared: Shared): object {
  const schema = style.errorBody?.(e);
  if (!schema) return {};
  // Callers that are not authenticated get a plain answer, since their key is unknown.
  const plain = { [style.errorType?.(e) ?? 'application/json']: { schema: wire(schema) } };
  const content = e.sealed ? { ...plain, ...contentOf(e, schema, wire) } : plain;
  const { errorStatus, errorCodes = () => e.errors, errorMeaning } = style;
  const byStatus: Record<string, string[]> = {};
  for (const code of errorStatus ? new Set(errorCodes(e)) : [])
    (byStatus[errorStatus?.(code, e) ?? 0] ??= []).push(code);
  const isShared = style.sharesErrors?.(e) ?? false;
  const once = (name: string, response: object): object => {
    if (!isShared) return response;
    shared[name] = response;
    return { $ref: `#/components/responses/${name}` };
  };
  const responses = Object.entries(byStatus).map(([status, codes]) => [
    status,
    once(codes.join('.'), {
      description: errorMeaning ? meanings(codes, (code) => errorMeaning(code, e)) : codes.join(', '),
      ...answerHeaders(e, Number(status), style, wire),
      content,
      'x-error-codes': codes,
    }),
  ]);
  const other = once('AnyOther', { description: 'Any other error', content });
  return Object.fromEntries([...responses, ['default', other]]) as object;
}

const meanings = (codes: readonly string[], meaningOf: (code: string) => string | undefined): string =>
  codes.map((code) => `- \`${code}\`: ${meaningOf(code) ?? ''}`).join('\n');

function parameters(
  where: 'path' | 'query',
  fields: z.ZodObject | undefined,
  examples: Example['params'],
  wire: Wire,
): object[] {
  return Object.entries(fields?.shape ?? {}).map(([name, schema]) => {
    const { description, ...described } = wire(schema as z.ZodType, name) as { description?: string };
    return {
      name,
      in: where,
      ...(description !== undefined && { description }),
      required: where === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
      schema: described,
      ...(examples?.[name] !== undefined && { example: examples[name] }),
    };
  });
}
