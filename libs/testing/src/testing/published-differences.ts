import { z } from 'zod';
import { forms, type Members, type Published } from './published.js';

/**
 * The kinds of difference from a published object. added: a member that the documents do not have; missing: a documented member
 * is not there; null, never null: null where the documents have none, and the reverse; word: a text outside of the documented
 * list, or a documented one that is refused; length: longer than documented, or a documented length is refused; form: a time
 * or date in another form; type: everything else.
 */
export type Kind = 'added' | 'missing' | 'null' | 'never null' | 'word' | 'length' | 'form' | 'type';

/** Collects differences as `Payment.card.acquirerCode: null`, each once. */
export class Differences {
  private readonly found = new Set<string>();

  get all(): string[] {
    return [...this.found].sort();
  }

  /** Compares a value of an answer with its published description. */
  ofValue(published: Published, value: unknown, place: string): void {
    if (published.kind === 'hidden') return;
    if (value === null) {
      if (!published.isNullable) this.add(place, 'null');
      return;
    }
    if (published.kind === 'list' && Array.isArray(value)) {
      for (const item of value) this.ofValue(published.of, item, place);
    } else if (published.kind === 'object' && isObject(value)) {
      this.ofMembers(published, value);
    } else if (!isOfKind(published, value)) {
      this.add(place, 'type');
    } else if (published.kind === 'text' && typeof value === 'string') {
      if (published.words?.includes(value) === false) this.add(place, 'word');
      if (value.length > (published.max ?? Infinity)) this.add(place, 'length');
      if (published.form && !forms[published.form].test(value)) this.add(place, 'form');
    }
  }

  private ofMembers({ name, members }: Published & { name: string; members: Members }, value: Json): void {
    for (const [member, published] of Object.entries(members)) {
      const given = value[member];
      if (given !== undefined) this.ofValue(published, given, `${name}.${member}`);
      else if (!published.isSometimes) this.add(`${name}.${member}`, 'missing');
    }
    for (const member of Object.keys(value)) if (!(member in members)) this.add(`${name}.${member}`, 'added');
  }

  /** Compares a schema with the published description of the values that it reads and writes. */
  ofSchema(published: Published, schema: z.ZodType, place: string): void {
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io: 'input',
      unrepresentable: 'any',
    });
    this.ofForms(published, alternativesOf((properties?.['it'] ?? {}) as JsonSchema, $defs), $defs, place);
  }

  private ofForms(published: Published, schemas: readonly JsonSchema[], $defs: Json, place: string): void {
    if (published.kind === 'hidden') return;
    const isNull = schemas.some(({ type }) => type === 'null');
    if (isNull && !published.isNullable) this.add(place, 'null');
    if (!isNull && published.isNullable) this.add(place, 'never null');
    const fitting = schemas.filter((schema) => hasType(published, schema));
    const [first] = fitting;
    if (!first) return this.add(place, 'type');
    if (published.kind === 'list') {
      this.ofForms(published.of, alternativesOf(first.items ?? {}, $defs), $defs, place);
    } else if (published.kind === 'object') {
      this.ofProperties(published, first, $defs);
    } else if (published.kind === 'text') {
      const accepted = fitting.flatMap((schema) => schema.enum ?? schema.const ?? []);
      const isListed = fitting.every((schema) => schema.enum !== undefined || schema.const !== undefined);
      const { words = [], max = 0 } = published;
      const isSame = words.every((word) => accepted.includes(word)) && accepted.every((word) => words.includes(word));
      if (isListed && !isSame) this.add(place, 'word');
      if (fitting.some(({ maxLength = Infinity }) => maxLength < max)) this.add(place, 'length');
    }
  }

  private ofProperties(
    { name, members }: Published & { name: string; members: Members },
    { properties = {}, required = [] }: JsonSchema,
    $defs: Json,
  ): void {
    for (const [member, published] of Object.entries(members)) {
      const place = `${name}.${member}`;
      const schema = properties[member];
      if (schema === undefined) this.add(place, 'missing');
      else {
        this.ofForms(published, alternativesOf(schema, $defs), $defs, place);
        const isAllowedAbsent = published.isSometimes ?? published.kind === 'hidden';
        if (!required.includes(member) && !isAllowedAbsent) this.add(place, 'missing');
      }
    }
    for (const member of Object.keys(properties)) if (!(member in members)) this.add(`${name}.${member}`, 'added');
  }

  private add(place: string, kind: Kind): void {
    this.found.add(`${place}: ${kind}`);
  }
}

type Json = Readonly<Record<string, unknown>>;
type JsonSchema = Readonly<{
  type?: string | readonly string[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  $ref?: string;
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  enum?: readonly string[];
  const?: string;
  maxLength?: number;
}>;

/** The schemas that a value may fit, with references followed. */
function alternativesOf(schema: JsonSchema, $defs: Json): JsonSchema[] {
  if (schema.$ref !== undefined) return alternativesOf($defs[schema.$ref.replace('#/$defs/', '')] as JsonSchema, $defs);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => alternativesOf(choice, $defs));
  return [schema.type ?? []].flat().length > 1
    ? [schema.type ?? []].flat().map((type) => ({ ...schema, type }))
    : [schema];
}

const types = { text: 'string', list: 'array', object: 'object', map: 'object', boolean: 'boolean' } as const;

function hasType({ kind }: Published, { type }: JsonSchema): boolean {
  if (type === undefined || kind === 'hidden') return true;
  return kind === 'number' || kind === 'integer' ? type === 'number' || type === 'integer' : types[kind] === type;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isOfKind({ kind }: Published, value: unknown): boolean {
  if (kind === 'integer') return Number.isInteger(value);
  if (kind === 'map') return isObject(value) && Object.values(value).every((text) => typeof text === 'string');
  const expected = { text: 'string', number: 'number', boolean: 'boolean' } as const;
  return kind in expected && typeof value === expected[kind as keyof typeof expected];
}
