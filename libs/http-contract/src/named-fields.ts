import { z } from 'zod';

/**
 * The same schema, with unknown members refused in each object at each depth. Everything else (codecs, checks, unions) stays.
 * A misspelt field of a request would otherwise be dropped without a word, and its default would be taken: a misspelt
 * `discountBySeller` changes what a seller earns.
 * Objects that state their own rule for unknown members (loose, strict, with a catchall) keep that rule.
 */
export function namedFieldsOnly(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return objectOf(schema);
  if (schema instanceof z.ZodArray) return schema.clone({ ...schema.def, element: inside(schema.element) });
  if (schema instanceof z.ZodUnion) return schema.clone({ ...schema.def, options: schema.options.map(inside) });
  if (schema instanceof z.ZodRecord) return schema.clone({ ...schema.def, valueType: inside(schema.valueType) });
  if (schema instanceof z.ZodPipe) return schema.clone({ ...schema.def, in: inside(schema.in) });
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return around(schema);
  return schema;
}

const inside = (schema: z.core.$ZodType): z.ZodType => namedFieldsOnly(schema as z.ZodType);

function objectOf(schema: z.ZodObject): z.ZodType {
  const entries = Object.entries<z.core.$ZodType>(schema.shape).map(([name, member]) => [name, inside(member)]);
  const shape = Object.fromEntries(entries) as z.ZodRawShape;
  return schema.clone({ ...schema.def, shape, catchall: schema.def.catchall ?? z.never() });
}

type Wrapper = z.ZodOptional | z.ZodNullable | z.ZodDefault | z.ZodReadonly;

/** The four wrappers differ in what they do around the inner schema, which `def` keeps; `innerType` is the same member in each. */
function around(schema: Wrapper): z.ZodType {
  const { def } = schema as z.ZodOptional<z.ZodType>;
  return (schema as z.ZodOptional).clone({ ...def, innerType: namedFieldsOnly(def.innerType) });
}
