import { type AnswerVariant, answerVariantNames } from '@jeongsan/sandbox-control';
import { mapObjects } from '../versions/map-objects.js';
import { variants } from './variants.js';

/** The variants in force, in the order of the table. */
const inForce = (names: readonly AnswerVariant[]) =>
  names.length === 0 ? [] : answerVariantNames.flatMap((name) => (names.includes(name) ? [variants[name]] : []));

/** The objects of an answer, or of a webhook, as the variants write them. */
export function objectsInVariants(wire: unknown, names: readonly AnswerVariant[]): unknown {
  const changes = inForce(names).flatMap(({ object }) => object ?? []);
  if (changes.length === 0) return wire;
  return mapObjects(wire, (object, name) => changes.reduce((sum, change) => change(sum, name), object));
}

/** The answer of a success as the variants write it: objects first, then the whole. */
export function answerInVariants(wire: unknown, names: readonly AnswerVariant[], operation: string): unknown {
  const changes = inForce(names).flatMap(({ answer }) => answer ?? []);
  return changes.reduce((sum, change) => change(sum, operation), objectsInVariants(wire, names));
}

/** The printed answer or webhook as the variants write it. */
export const textInVariants = (printed: string, names: readonly AnswerVariant[]): string =>
  inForce(names).reduce((sum, { text }) => text?.(sum) ?? sum, printed);
