import type { FailAction } from '@jeongsan/failpoints';
import { actions, isPlayed, pointOf, type Action, type Point } from './points.js';

/** One case: a failpoint, an action and a seed. */
export type Case = Readonly<{
  point: Point;
  action: Action;
  seed: number;
}>;
export type Verdict = Readonly<{ case: Case; violations: readonly string[]; ms: number; log: readonly string[] }>;

export const nameOf = ({ point, action, seed }: Case): string => `${point.id}/${action}/${seed}`;

/** Every failpoint with every action that makes sense there, `seeds` times each. */
export const matrixOf = (of: readonly Point[], seeds: number): Case[] =>
  of.flatMap((point) =>
    actions
      .filter((action) => isPlayed(point, action))
      .flatMap((action) => Array.from({ length: seeds }, (_, index) => ({ point, action, seed: index + 1 }))),
  );

/** Parses `P11/kill/2`; without a seed, the first. @throws for any other text. */
export function readCase(text: string): Case {
  const [name = '', action = '', seed = '1'] = text.split('/');
  const known = actions.find((one) => one === action);
  if (known === undefined || !/^\d{1,9}$/.test(seed))
    throw new Error(`A case is FAILPOINT/ACTION/SEED with one of ${actions.join(', ')}, not ${text}`);
  return { point: pointOf(name), action: known, seed: Number.parseInt(seed, 10) };
}

/** The number of the hit that is struck, from 1; the same for the same case. */
export const nthOf = ({ point, seed }: Case): number => 1 + ((seed - 1) % point.hits);

/**
 * One stall in three freezes the whole process, so that another process meets its late actions; the other stalls stop one job.
 */
export const inProcess = ({ action, seed }: Case): FailAction =>
  action === 'stall' ? (seed % 3 === 2 ? 'freeze' : 'hang') : action;
