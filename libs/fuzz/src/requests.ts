import type { Contract, Endpoint, toOpenApi } from '@jeongsan/http-contract';
import type { Entity, Memory } from './memory.js';
import { mutatedText } from './mutate.js';
import { escaped, formOf, oddBytes, oddSegments, oddTypes } from './odd-parts.js';
import type { Random } from './random.js';
import { type JsonSchema, ValidValues } from './valid-value.js';

export type FuzzRequest = Readonly<{
  name: string;
  endpoint: Endpoint;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
  /** Whether the request certainly reaches the operation that it was made for. */
  isAddressed: boolean;
}>;

type Described = {
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema & { 'x-plaintext'?: JsonSchema } }> };
};

type Operation = Readonly<{ name: string; endpoint: Endpoint; described: Described }>;
type Headers = Readonly<Record<string, string>>;
type Body = Readonly<{ headers: Headers; body?: string | Buffer }>;

/** The target of an attack: a contract, and the functions that only its owner can supply. */
export type FuzzTarget = Readonly<{
  contract: Contract;
  document: ReturnType<typeof toOpenApi>;
  memory: Memory;
  /** Headers that authenticate the caller. */
  credentials: (e: Endpoint) => Headers;
  /** A header that is invalid, or that changes the meaning of the request. */
  oddHeaders: (random: Random) => Headers;
  /** Encrypts a body, sometimes into a text that no key decrypts. Required when the contract has sealed endpoints. */
  seal?: (text: string, random: Random) => Promise<Body>;
}>;

/** Requests to every operation in turn: some valid, most with something wrong. */
export class FuzzRequests {
  private readonly values: ValidValues;
  private readonly operations: readonly Operation[];

  constructor(private readonly target: FuzzTarget) {
    const { contract, document, memory } = target;
    this.values = new ValidValues(document.components.schemas, memory);
    this.operations = Object.entries(contract).map(([name, endpoint]) => ({
      name,
      endpoint,
      described: document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Described,
    }));
  }

  async make(index: number, random: Random): Promise<FuzzRequest> {
    const operation = this.operations[index % this.operations.length] as Operation;
    const { name, endpoint } = operation;
    const about = this.target.memory.recall(random);
    const isPathWrong = random.chance(0.15);
    const path = this.path(operation, random, about, isPathWrong) + this.query(operation, random, about);
    const usual = { ...this.target.credentials(endpoint), accept: 'application/json' };
    const { headers, body } = await this.body(operation, random, about);
    const method = random.chance(0.01) ? random.pick(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) : endpoint.method;
    return {
      name,
      endpoint,
      method,
      path,
      headers: { ...usual, ...headers, ...(random.chance(0.15) && this.target.oddHeaders(random)) },
      ...(body !== undefined && { body: Buffer.isBuffer(body) ? body : Buffer.from(body) }),
      isAddressed: !isPathWrong && method === endpoint.method,
    };
  }

  private path(operation: Operation, random: Random, about: Entity | undefined, isWrong: boolean): string {
    return operation.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (isWrong) return random.pick(oddSegments);
      const { schema } = operation.described.parameters.find((p) => p.in === 'path' && p.name === name) ?? {
        schema: {},
      };
      return escaped(String(this.values.field(name, schema, random, about)), 2_000);
    });
  }

  private query({ described }: Operation, random: Random, about: Entity | undefined): string {
    const pairs = described.parameters
      .filter((p) => p.in === 'query' && (p.required || random.chance(0.5)))
      .map(({ name, schema }) => [name, String(this.values.field(name, schema, random, about))] as const);
    if (random.chance(0.5) || (pairs.length === 0 && random.chance(0.9))) return printed(pairs);
    const [name] = pairs.length > 0 ? random.pick(pairs) : ['limit'];
    const odd = random.pick([
      '',
      '-1',
      '1e3',
      '0x10',
      '999999999999',
      'null',
      '%',
      '%00',
      '%ff',
      '2026-13-45',
      'NaN',
      '1,2',
      '%D9%A3',
    ]);
    return random.pick([
      () => `${printed(pairs)}&${name}=${odd}`,
      () => printed(pairs).replace(`${name}=`, `${name}=${odd}`),
      () => `?${name}[]=${odd}&${name}[a]=${odd}`,
      () => `?${name}`,
      () => printed(pairs.slice(1)),
      () => `${printed(pairs)}&__proto__=1&constructor=2`,
      () => `?${'a=1&'.repeat(500)}`,
    ])();
  }

  private async body({ endpoint, described }: Operation, random: Random, about: Entity | undefined): Promise<Body> {
    const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
    if (!content)
      return random.chance(0.1) ? { headers: {}, body: random.pick(['', '{}', 'x', '\u0000']) } : { headers: {} };
    const value = this.values.of(content.schema['x-plaintext'] ?? content.schema, random, about);
    const text = random.chance(0.3) ? JSON.stringify(value) : mutatedText(value, random);
    if (endpoint.sealed && this.target.seal) return this.target.seal(text, random);
    const usual = type === 'application/json' ? 'application/json' : 'multipart/form-data; boundary=frontier';
    const contentType = random.chance(0.05) ? random.pick(oddTypes) : usual;
    const body = type === 'application/json' ? text : formOf(value, text, random);
    return { headers: { 'content-type': contentType }, body: random.chance(0.02) ? oddBytes(body, random) : body };
  }
}

const printed = (pairs: readonly (readonly [string, string])[]): string =>
  `?${pairs.map(([name, value]) => `${name}=${escaped(value, 500)}`).join('&')}`;
