import type { Endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';

/** A flag of a command: one member of the operation's query or body. */
export type Flag = Readonly<{
  part: 'query' | 'body';
  field: string;
  /** `sellerId` is `--seller-id`. */
  name: string;
  choices: readonly string[];
  isRequired: boolean;
}>;

/** What lists are paged by: the same flags for every list. `lang` is the language of the whole command. */
const SHARED = ['after', 'limit', 'lang'];

/** The flags of an operation, without the members that stand as arguments. */
export function flagsOf(e: Endpoint, args: readonly string[]): readonly Flag[] {
  return (['query', 'body'] as const).flatMap((part) =>
    Object.entries<z.core.$ZodType>(objectIn(e[part])?.shape ?? {})
      .filter(([field]) => !(part === 'query' && SHARED.includes(field)) && !args.includes(field))
      .map(([field, schema]) => ({
        ...{ part, field, name: kebab(field), choices: choicesIn(schema) },
        isRequired: !z.safeParse(schema, undefined).success,
      })),
  );
}

export const takesLanguage = (e: Endpoint): boolean => 'lang' in (e.query?.shape ?? {});

export const kebab = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The type of a member, without what makes it optional. */
function inner(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return inner(schema.def.innerType);
  return schema;
}

function objectIn(schema: z.core.$ZodType | undefined): z.ZodObject | undefined {
  const found = inner(schema);
  return found instanceof z.ZodObject ? found : undefined;
}

function choicesIn(schema: z.core.$ZodType): readonly string[] {
  const found = inner(schema);
  return found instanceof z.ZodEnum ? found.options.map(String) : [];
}
