import type { Endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'document';

/** A flag of a command: one member of the operation's query or body. */
export type Flag = Readonly<{
  part: 'query' | 'body';
  field: string;
  /** `sellerId` is `--seller-id`. */
  name: string;
  kind: Exclude<Kind, 'document'>;
  choices: readonly string[];
  isRequired: boolean;
}>;

/** What lists are paged by: the same flags for every list. `lang` is the language of the whole command. */
const SHARED = ['after', 'limit', 'lang'];
/** Members that have the name of an option of the whole command. */
const RENAMED: Readonly<Record<string, string>> = { dryRun: 'try-only' };

/** The flags of an operation, without the members that stand as arguments. */
export function flagsOf(e: Endpoint, args: readonly string[]): readonly Flag[] {
  return (['query', 'body'] as const).flatMap((part) =>
    Object.entries<z.core.$ZodType>(objectIn(e[part])?.shape ?? {})
      .filter(([field]) => !(part === 'query' && SHARED.includes(field)) && !args.includes(field))
      .flatMap(([field, schema]): Flag[] => {
        const kind = kindOf(schema);
        // A document within the body is a part of --data.
        if (kind === 'document') return [];
        const isRequired = !needsData(e) && !z.safeParse(schema, undefined).success;
        return [{ part, field, name: RENAMED[field] ?? kebab(field), kind, choices: choicesIn(schema), isRequired }];
      }),
  );
}

/** Whether the body holds more than flags can say: it is read from --data, and flags add to it. */
export function needsData({ body }: Endpoint): boolean {
  if (!body) return false;
  const shape = objectIn(body)?.shape;
  return !shape || Object.values<z.core.$ZodType>(shape).some((schema) => kindOf(schema) === 'document');
}

/** The member that the text of a flag stands for. A text that is none stays one, and is refused by the contract with its name. */
export function valueOf({ kind, part }: Flag, text: string): unknown {
  if (kind === 'list') return text.split(',').map((one) => one.trim());
  if (part === 'query') return text;
  if (kind === 'number' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (kind === 'boolean') return text === 'true';
  return text;
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

function kindOf(schema: z.core.$ZodType): Kind {
  const found = inner(schema);
  if (found instanceof z.ZodArray) return kindOf(found.element) === 'text' ? 'list' : 'document';
  if (found instanceof z.ZodObject || found instanceof z.ZodRecord) return 'document';
  if (found instanceof z.ZodUnion) return found.options.some((one) => kindOf(one) === 'document') ? 'document' : 'text';
  if (found instanceof z.ZodNumber) return 'number';
  return found instanceof z.ZodBoolean ? 'boolean' : 'text';
}

function choicesIn(schema: z.core.$ZodType): readonly string[] {
  const found = inner(schema);
  if (found instanceof z.ZodArray) return choicesIn(found.element);
  if (found instanceof z.ZodBoolean) return ['true', 'false'];
  return found instanceof z.ZodEnum ? found.options.map(String) : [];
}
