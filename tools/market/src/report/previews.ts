import { lineKeys } from '@jeongsan/settlement';
import type { Preview } from '../play/play-market.js';
import type { BookedOrder } from './ways.js';

/** Price previews, compared with what the same orders earned in the end. */
export type PreviewFacts = Readonly<{ count: number; differing: readonly string[] }>;

/** The orders whose preview is not what was booked, in an amount or in the day on which it is payable. */
export function comparePreviews(previews: readonly Preview[], orders: readonly BookedOrder[]): PreviewFacts {
  const booked = new Map(orders.map((order) => [order.orderId, order]));
  const differing = previews.filter(({ orderId, lines }) => {
    const order = booked.get(orderId);
    return textOf(lines) !== textOf(order?.lines ?? []);
  });
  return { count: previews.length, differing: differing.map(({ orderId }) => orderId) };
}

type Line = Pick<Preview['lines'][number], (typeof lineKeys)[number] | 'lineId' | 'sellerId' | 'maturesOn'>;

const textOf = (lines: readonly Line[]): string =>
  lines
    .map((line) => [line.lineId, line.sellerId, line.maturesOn, ...lineKeys.map((key) => line[key])].join(' '))
    .join('; ');
