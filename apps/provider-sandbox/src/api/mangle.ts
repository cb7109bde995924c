import type { FaultOrder, MangleVariant } from '@jeongsan/sandbox-control';
import { randomUUID } from 'node:crypto';
import type { World } from '../world.js';
import type { Arrived, Given } from './answer.js';
import { printV2 } from './print.js';
import { openSealed, sealAnswer } from './sealing.js';

/**
 * An answer damaged as a fault orders. In a sealed answer the content is changed and sealed again; only `truncated`
 * cuts the sealed text itself.
 */
export async function mangled(
  world: World,
  answered: Given,
  fault: FaultOrder,
  arrived: Pick<Arrived, 'query'>,
): Promise<Given> {
  const { variant = 'html', status = answered.status, omits } = fault;
  const given = { ...answered, status };
  if (variant in whole) return whole[variant as keyof typeof whole](given);
  const change = (text: string) => texts[variant as keyof typeof texts](text, omits, cursorOf(arrived));
  const sealed = given.contentType.startsWith('text/plain')
    ? await openSealed(given.body, world.env.SECURITY_KEYS)
    : undefined;
  if (!sealed?.sealKey) return { ...given, body: change(given.body) };
  return { ...given, body: await sealAnswer(change(sealed.text), sealed.sealKey, world.clock.now) };
}

const HTML = '<html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>';

/** Variants that change the answer as a whole: its bytes or its content type. */
const whole = {
  html: (given: Given) => ({ ...given, contentType: 'text/html; charset=utf-8', body: HTML }),
  empty: (given: Given) => ({ ...given, body: '' }),
  /** Cuts the answer after half of its characters, sealed or not. */
  truncated: (given: Given) => ({ ...given, body: given.body.slice(0, Math.floor(given.body.length / 2)) }),
  'wrong-content-type': (given: Given) => ({ ...given, contentType: 'application/octet-stream' }),
} as const;

/** The cursor of the requested page; undefined for the first page. */
function cursorOf({ query }: Pick<Arrived, 'query'>): string | undefined {
  const { startingAfter } = query as { startingAfter?: unknown };
  return typeof startingAfter === 'string' ? startingAfter : undefined;
}

/** The same request for the first page of the list. */
export const fromTheStart = (arrived: Arrived): Arrived => ({
  ...arrived,
  query: { ...(arrived.query as object), startingAfter: undefined },
});

type Page = { items: unknown[]; hasMore?: boolean; nextCursor?: string | null };
/** Changes the page of a list in an answer; every other answer stays as it is. */
function withPage(text: string, change: (page: Page) => Page): string {
  const said = JSON.parse(text) as { entityBody?: Partial<Page> };
  const { entityBody } = said;
  if (!entityBody?.items) return text;
  return printV2({ ...said, entityBody: { ...entityBody, ...change({ ...entityBody, items: entityBody.items }) } });
}

const withItems = (text: string, change: (items: unknown[]) => unknown[]): string =>
  withPage(text, (page) => ({ ...page, items: change(page.items) }));

/** A page that claims more pages at a cursor and leaves out the items named in `omits`. */
const withMoreAt = (text: string, omits: readonly string[], cursor: (lastId: string | null) => string | null): string =>
  withPage(text, ({ items }) => {
    const { id = null } = (items.at(-1) ?? {}) as { id?: string };
    return { items: withoutNamed(items, omits), hasMore: true, nextCursor: cursor(id) };
  });

const withoutNamed = (items: unknown[], omits: readonly string[]): unknown[] =>
  items.filter((item) => !omits.some((part) => JSON.stringify(item).includes(part)));

const NAMED_ITEM = / ?\(refPayoutId: [^)]*\)/g;

// Matches members with an amount's name, and the `value` of an amount object.
const AMOUNT = /("(?:\w*[aA]mount|vat|fee|value|balance)":)(-?\d+)(?:\.0)?(?=[,}])/g;

/**
 * Variants that change the JSON of an answer: as a newer version of the provider might send, and as a broken one would.
 */
const texts = {
  'decimal-amounts': (text: string) => text.replace(AMOUNT, '$1$2.0'),
  'text-amounts': (text: string) => text.replace(AMOUNT, '$1"$2"'),
  'unknown-status': (text: string) => text.replace(/("status":)"[A-Z_]+"/g, '$1"SOMETHING_NEW"'),
  'unknown-field': (text: string) => text.replace(/^\{/, '{"somethingNew":{"nested":[1,null]},'),
  'missing-status': (text: string) => text.replace(/"status":"[A-Z_]+",?/g, ''),
  'missing-items': (text: string, omits?: readonly string[]) =>
    withItems(text, (items) => (omits ? withoutNamed(items, omits) : items.slice(1))),
  'reordered-items': (text: string) => withItems(text, (items) => [...items].reverse()),
  'no-cursor': (text: string, omits?: readonly string[]) => withMoreAt(text, omits ?? [], () => null),
  'stuck-cursor': (text: string, omits?: readonly string[], cursor?: string) =>
    withMoreAt(text, omits ?? [], (lastId) => cursor ?? lastId),
  'repeated-page': (text: string, omits?: readonly string[], cursor?: string) =>
    cursor === undefined
      ? withMoreAt(text, omits ?? [], (lastId) => lastId)
      : withItems(text, (items) => withoutNamed(items, omits ?? [])),
  'unnamed-item': (text: string) => text.replace(NAMED_ITEM, ''),
  'foreign-item': (text: string) => text.replace(NAMED_ITEM, () => ` (refPayoutId: ${randomUUID()})`),
} as const;

({ ...whole, ...texts }) satisfies Record<MangleVariant, unknown>;
