import { z } from 'zod';

/*
 * Zod can generate a parser for a schema: same results and same errors, several times as fast, but it takes milliseconds to
 * generate. So parsers are generated for schemas that requests pass, at first use.
 * A generated parser only decodes. To encode, the schema is inverted (each codec turned round) and the inverse decodes.
 */

const decoding = new WeakMap<z.ZodType, z.ZodType>();
const encoding = new WeakMap<z.ZodType, z.ZodType | null>();

/**
 * The schema with a generated parser, for values from the wire. Keep the schema object: the parser is generated once per
 * object.
 */
export function compiled<S extends z.ZodType>(schema: S): S {
  const known = decoding.get(schema);
  if (known) return known as S;
  const made = z.compile(schema);
  decoding.set(schema, made);
  return made;
}

/** The same result as `z.encode`, by a generated encoder. Throws the same ZodError for an invalid value. */
export function encode<S extends z.ZodType>(schema: S, value: z.output<S>): z.input<S> {
  const result = encoderOf(schema)?.safeParse(value);
  return result?.success ? (result.data as z.input<S>) : z.encode(schema, value);
}

/** The generated encoder of a schema, made once; null when the schema cannot be inverted. */
export function encoderOf(schema: z.ZodType): z.ZodType | null {
  const known = encoding.get(schema);
  if (known !== undefined) return known;
  const inverse = inverted(schema);
  const made = inverse && z.compile(inverse);
  encoding.set(schema, made);
  return made;
}

/** Schemas whose decoding and encoding are the same function, with or without checks. */
const plainTypes = new Set<string>([
  ...['string', 'number', 'boolean', 'bigint', 'date', 'enum', 'literal'],
  ...['null', 'undefined', 'void', 'unknown', 'any', 'never', 'custom'],
]);

/**
 * The inverse of a schema: it decodes what the schema encodes. Null for schemas whose two directions differ by more than codecs
 * (defaults, transforms), and for checks on a value that a codec changes, since checks run before encoding but after decoding.
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
  // Excluded: ZodXor accepts exactly one option, and its inverse could accept another option.
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

/** Unknown members are dropped in both directions. A schema with another rule (catchall) is not inverted. */
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
