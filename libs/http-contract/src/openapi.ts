import { z } from 'zod';
import type { Contract } from './client.js';
import { requestParts, type Endpoint } from './endpoint.js';
import { csvTable } from './csv-table.js';
import { listPartOf } from './lists.js';
import { NDJSON } from './ndjson.js';

/** A request header that an endpoint reads besides its credentials. */
export type HeaderParameter = Readonly<{ name: string; description: string; required?: boolean; schema: z.ZodType }>;

/** Properties that all endpoints of one API share and the contract does not state: headers, and the form of errors. */
export type ApiStyle = Readonly<{
  headers?: (e: Endpoint) => readonly HeaderParameter[];
  /** The body of an error of this endpoint; undefined: its errors are not described. */
  errorBody?: (e: Endpoint) => z.ZodType | undefined;
  /** The group in which a reference shows this endpoint. */
  tag?: (e: Endpoint) => string;
  /** Addresses at which the API is served, relative to the document's own. Default: the document's origin. */
  servers?: readonly Readonly<{ url: string; description: string }>[];
  /** Further members of the endpoint's description. */
  extensions?: (e: Endpoint) => Readonly<Record<`x-${string}`, unknown>>;
  /** The HTTP status of an error code. When absent, errors are described as the default response. */
  errorStatus?: (code: string) => number;
  /** The requests that the server sends to its callers, by name. */
  webhooks?: Readonly<Record<string, WebhookDescription>>;
}>;

/** A request that the server sends: a POST with a JSON body. */
export type WebhookDescription = Readonly<{
  summary: string;
  headers: readonly HeaderParameter[];
  body: z.ZodType;
  /** The meaning of an answer with status 200. */
  received: string;
}>;

/** The OpenAPI 3.1 document of a contract: complete enough to write a client from. */
export function toOpenApi(title: string, version: string, contract: Contract, style: ApiStyle = {}) {
  const schemas: Record<string, object> = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, e] of Object.entries(contract)) {
    (paths[e.path] ??= {})[e.method.toLowerCase()] = operation(operationId, e, style, wireInto(schemas));
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    ...(style.servers && { servers: style.servers }),
    paths,
    ...(style.webhooks && { webhooks: described(style.webhooks, wireInto(schemas)) }),
    components: {
      schemas,
      securitySchemes: { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

type Wire = (schema: z.ZodType) => object;

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

function operation(operationId: string, e: Endpoint, style: ApiStyle, wire: Wire): object {
  const { body } = requestParts(e);
  return {
    operationId,
    summary: e.summary,
    ...(style.tag && { tags: [style.tag(e)] }),
    ...(e.security !== 'none' && { security: [{ [e.security]: [] }] }),
    ...(e.scope && { 'x-scope': e.scope }),
    parameters: [
      ...parameters('path', e.params, wire),
      ...parameters('query', e.query, wire),
      ...(style.headers?.(e) ?? []).map((header) => headerParameter(header, wire)),
    ],
    ...(body && { requestBody: requestBody(e, body, wire) }),
    responses: {
      [e.success.status]: {
        description: 'OK',
        ...(!isNothing(e.success.body) && { content: successContent(e, wire) }),
      },
      ...errorResponses(e, style, wire),
    },
    'x-error-codes': e.errors,
    ...style.extensions?.(e),
  };
}

const described = (webhooks: Readonly<Record<string, WebhookDescription>>, wire: Wire): object =>
  Object.fromEntries(
    Object.entries(webhooks).map(([name, { summary, headers, body, received }]) => [
      name,
      {
        post: {
          summary,
          parameters: headers.map((header) => headerParameter(header, wire)),
          requestBody: { required: true, content: { 'application/json': { schema: wire(body) } } },
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

function requestBody(e: Endpoint, body: z.ZodType, wire: Wire): object {
  const required = !body.safeParse(undefined).success;
  if (e.bodyType === 'multipart') return { required, content: { 'multipart/form-data': { schema: wire(body) } } };
  if (e.bodyType === 'ndjson') return { required, content: linesContent(body, wire) };
  return { required, content: contentOf(e, body, wire) };
}

function successContent(e: Endpoint, wire: Wire): object {
  const { answerTypes } = e;
  if (e.answersLines) return linesContent(e.success.body, wire);
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
  [NDJSON]: { schema: wire((list as z.ZodArray<z.ZodType>).element) },
});

function contentOf(e: Endpoint, schema: z.ZodType, wire: Wire): object {
  if (!e.sealed) return { 'application/json': { schema: wire(schema) } };
  const plaintext = { description: 'Compact JWE of the JSON below', 'x-plaintext': wire(schema) };
  return { 'text/plain': { schema: { type: 'string', ...plaintext } } };
}

/** One response for each status, with its error codes; unlisted errors have the same body. */
function errorResponses(e: Endpoint, { errorBody, errorStatus }: ApiStyle, wire: Wire): object {
  const schema = errorBody?.(e);
  if (!schema) return {};
  // Callers that are not authenticated get a plain answer, since their key is unknown.
  const content = { 'application/json': { schema: wire(schema) }, ...contentOf(e, schema, wire) };
  const byStatus: Record<string, string[]> = {};
  for (const code of errorStatus ? e.errors : []) (byStatus[errorStatus?.(code) ?? 0] ??= []).push(code);
  const responses = Object.entries(byStatus).map(([status, codes]) => [
    status,
    { description: codes.join(', '), content, 'x-error-codes': codes },
  ]);
  return Object.fromEntries([...responses, ['default', { description: 'Any other error', content }]]) as object;
}

function parameters(where: 'path' | 'query', fields: z.ZodObject | undefined, wire: Wire): object[] {
  return Object.entries(fields?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
    schema: wire(schema as z.ZodType),
  }));
}
