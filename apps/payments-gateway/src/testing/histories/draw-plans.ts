import { drawPlan, type Plan } from '@jeongsan/provider-walks';
import type { Random } from '@jeongsan/random';

const sellers = ['acme', 'bolt', 'coda', 'dora'] as const;
const orderedAt = new Date('2026-05-11T00:30:00Z');

/** The payments of one history. */
export const drawPlans = (random: Random): Plan[] =>
  Array.from({ length: random.integer(3, 6) }, () => drawPlan(random, { sellers, orderedAt }));
