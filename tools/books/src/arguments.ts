import { parseArgs } from 'node:util';
import { UsageProblem } from './verb.js';

/** The options that every verb has: `-o json` prints the result as one JSON document. */
export const outputOption = { output: { type: 'string', short: 'o', default: 'text' } } as const;

type Option = Readonly<{ type: 'string' | 'boolean'; short?: string; multiple?: boolean; default?: string | boolean }>;
type Parsed<Options extends Record<string, Option>> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: boolean }>
>;

/** Parses the arguments of a verb; throws UsageProblem for what it does not know. */
export function parsed<const Options extends Record<string, Option>>(
  args: readonly string[],
  options: Options,
  allowPositionals = false,
): Parsed<Options> {
  try {
    return parseArgs<{ args: string[]; options: Options; allowPositionals: boolean }>({
      args: [...args],
      options,
      allowPositionals,
    });
  } catch (error) {
    throw new UsageProblem((error as Error).message);
  }
}

/** True for `-o json`. */
export function isJson(output: string): boolean {
  if (output !== 'json' && output !== 'text') throw new UsageProblem(`-o ${output}: the formats are text and json`);
  return output === 'json';
}
