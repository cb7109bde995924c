import { z } from 'zod';

/*
 * Zod can generate a parser for a schema: it reads the same and refuses the same, several times as fast, and takes milliseconds
 * to make. So it is made for schemas that every request passes, and at their first use. It only decodes; to encode is to decode
 * by the inverted schema, each codec of which is turned round.
 */

const decoding = new WeakMap<z.ZodType, z.ZodType>();
const encoding = new WeakMap<z.ZodType, z.ZodType | null>();

/** The schema with a generated parser, for values from the wire. Keep the schema: the parser is made once for each. */
export function compiled<S extends z.ZodType>(schema: S): S {
  const known = decoding.get(schema);
  if (known) return known as S;
  const made = z.compile(schema);
  decoding.set(schema, made);
  return made;
}

/** What `z.encode` gives, by a generated encoder. Throws the same ZodError for a value that does not fit. */
export function encode<S extends z.ZodType>(schema: S, value: z.output<S>): z.input<S> {
  const result = encoderOf(schema)?.safeParse(value);
  return result?.success ? (result.data as z.input<S>) : z.encode(schema, value);
}

/** A schema that decodes by a generated parser what this one encodes; null when it cannot be inverted. */
export function encoderOf(schema: z.ZodType): z.ZodType | null {
  const known = encoding.get(schema);
  if (known !== undefined) return known;
  const inverse = inverted(schema);
  const made = inverse && z.compile(inverse);
  encoding.set(schema, made);
  return made;
}

/** These read and write alike, whatever is checked about them. */
const plainTypes = new Set<string>([
  ...['string', 'number', 'boolean', 'bigint', 'date', 'enum', 'literal'],
  ...['null', 'undefined', 'void', 'unknown', 'any', 'never', 'custom'],
]);

/**
 * A schema that decodes what the other encodes. null for kinds whose two directions differ by more than their codecs (defaults,
 * transforms), and where something is checked about a value that changes: before it is encoded, but after it is decoded.
 */
function inverted(schema: z.ZodType): z.ZodType | null {
  if (plainTypes.has(schema.def.type)) return schema;
  if ((schema.def.checks?.length ?? 0) > 0) return hasPlainItems(schema) ? schema : null;
  if (schema instanceof z.ZodObject) return invertedObject(schema);
  if (schema instanceof z.ZodArray) return around([schema.element], ([element]) => z.array(element));
  if (schema instanceof z.ZodNullable) return around([schema.def.innerType], ([inner]) => z.nullable(inner));
  if (schema instanceof z.ZodCodec) return invertedCodec(schema);
  if (schema instanceof z.ZodRecord) return hasPlainItems(schema) ? schema : null;
  if (schema instanceof z.ZodOptional) return around([schema.def.innerType], ([inner]) => z.optional(inner));
  // That of exactly one option chooses otherwise.
  if (schema instanceof z.ZodUnion && !(schema instanceof z.ZodXor))
    return around(schema.options, (options) => z.union(options));
  return null;
}

function hasPlainItems(schema: z.ZodType): boolean {
  const items =
    schema instanceof z.ZodRecord
      ? [schema.keyType, schema.valueType]
      : schema instanceof z.ZodArray
        ? [schema.element]
        : [];
  return items.length > 0 && items.every((item) => plainTypes.has((item as z.ZodType).def.type));
}

function around(
  parts: readonly z.core.$ZodType[],
  rebuild: (inverses: readonly [z.ZodType, ...z.ZodType[]]) => z.ZodType,
): z.ZodType | null {
  const inverses = parts.map((part) => inverted(part as z.ZodType));
  return inverses.includes(null) ? null : rebuild(inverses as [z.ZodType, ...z.ZodType[]]);
}

/** Members that are not in the shape are left out, both ways; a schema that treats them otherwise is not inverted. */
function invertedObject({ def, shape }: z.ZodObject): z.ZodType | null {
  const names = Object.keys(shape);
  if (def.catchall) return null;
  return around(Object.values(shape), (inverses) =>
    z.object(Object.fromEntries(names.map((name, index) => [name, inverses[index] as z.ZodType]))),
  );
}

function invertedCodec({ def }: z.ZodCodec): z.ZodType | null {
  const from = inverted(def.out as z.ZodType);
  const to = inverted(def.in as z.ZodType);
  return from && to && z.codec(from, to, { decode: def.reverseTransform, encode: def.transform });
}
