import { z } from 'zod';
import type { Endpoint } from './endpoint.js';
import { isPaged } from './page.js';

/** The part of an answer that is a list: the name of its member, and the schema of one item. */
export type ListPart = Readonly<{ member: 'items' | 'days'; item: z.ZodType }>;

/** Whether an endpoint of our own reads one resource: neither a list, nor a file, lines or events. */
export const readsResource = (e: Endpoint): boolean =>
  e.method === 'GET' &&
  e.scope !== undefined &&
  !e.answerTypes &&
  !e.answersLines &&
  !e.answersEvents &&
  listPartOf(e) === undefined;

/**
 * The list that an endpoint of our own (with a scope) reads; undefined: it reads something else. A list has pages, or its answer
 * holds nothing but the list.
 */
export function listPartOf(e: Endpoint): ListPart | undefined {
  const { body } = e.success;
  if (e.method !== 'GET' || e.scope === undefined || !(body instanceof z.ZodObject)) return undefined;
  if (!isPaged(e) && Object.keys(body.shape).length !== 1) return undefined;
  for (const member of ['items', 'days'] as const) {
    const list: unknown = body.shape[member];
    if (list instanceof z.ZodArray) return { member, item: list.element as z.ZodType };
  }
  return undefined;
}
