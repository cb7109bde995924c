import { decodeInput, type Endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { exits, Problem } from '../faults.js';
import type { Words } from '../texts/texts.js';
import { flagsOf, kebab } from './flags.js';

type Parts = Readonly<{ params?: unknown; query?: unknown; body?: unknown }>;

/** One wrong argument, flag or member of --data. */
export type WrongField = Readonly<{ name: string; message: string }>;

/** A request that the contract refuses: nothing was sent. */
export class InputProblem extends Problem {
  override name = 'InputProblem';
  constructor(readonly fields: readonly WrongField[]) {
    super(exits.usage, 'INVALID_INPUT', fields.map(({ name, message }) => `${name}: ${message}`).join('; '));
  }
}

/** Reads the parts of a request by the contract. Throws InputProblem with the names that the person wrote. */
export function readInput(e: Endpoint, parts: Parts, args: readonly string[], words: Words): object {
  try {
    return decodeInput(e, { params: {}, query: {}, ...parts }) as object;
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const fields = error.issues.map(({ path, message }) => ({
      name: nameOf(e, path.map(String), args),
      message: valueAt(parts, path) === undefined && path.length > 1 ? words.missing : message,
    }));
    // Of several refusals of one member, the first says enough.
    throw new InputProblem(fields.filter(({ name }, at) => fields.findIndex((other) => other.name === name) === at));
  }
}

function nameOf(e: Endpoint, [part = '', field, ...rest]: readonly string[], args: readonly string[]): string {
  if (field === undefined) return part === 'body' ? '--data' : part;
  if (part === 'params' || args.includes(field)) return kebab(field);
  if (part === 'query') return `--${kebab(field)}`;
  const flag = flagsOf(e, args).find((one) => one.part === 'body' && one.field === field);
  return flag ? `--${flag.name}` : [field, ...rest].join('.');
}

const valueAt = (parts: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    parts,
  );
