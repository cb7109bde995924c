import { z } from 'zod';
import type { Contract } from './client.js';
import { type Endpoint, NoBody } from './endpoint.js';

/** The wire side of a codec is its *input*, for requests and replies alike. */
const wire = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** OpenAPI 3.1 of a contract: a reader of the document knows everything a client of it must know. */
export function toOpenApi(title: string, version: string, contract: Contract) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, e] of Object.entries(contract)) {
    (paths[e.path] ??= {})[e.method.toLowerCase()] = operation(operationId, e);
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(operationId: string, e: Endpoint): object {
  const requestType = e.bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
  const content = (schema: z.ZodType, type = 'application/json') =>
    e.sealed
      ? {
          'text/plain': {
            schema: { type: 'string', description: 'Compact JWE of the JSON below', 'x-plaintext': wire(schema) },
          },
        }
      : { [type]: { schema: wire(schema) } };
  return {
    operationId,
    summary: e.summary,
    ...(e.security !== 'none' && { security: [{ [e.security]: [] }] }),
    ...(e.scope && { 'x-scope': e.scope }),
    parameters: [...parameters('path', e.params), ...parameters('query', e.query)],
    ...(e.body && { requestBody: { required: true, content: content(e.body, requestType) } }),
    responses: {
      [e.success.status]: {
        description: 'OK',
        ...(e.success.body !== NoBody && { content: content(e.success.body) }),
      },
    },
    'x-error-codes': e.errors,
  };
}

function parameters(where: 'path' | 'query', fields?: z.ZodObject): object[] {
  return Object.entries(fields?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
    schema: wire(schema as z.ZodType),
  }));
}
