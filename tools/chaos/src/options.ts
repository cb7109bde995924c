import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { wholeNumber } from '@jeongsan/testing';
import { HISTORIES_PER_ROUND_MAX } from './plan/plan-round.js';

export type Options = Readonly<{
  histories: number;
  /** How many histories are played at the same time, under the same strikes. */
  perRound: number;
  seed: string;
  /** Plays this round alone: a failure prints the number. */
  round?: number | undefined;
  /** Real seconds for the platform to come to rest after the last fault (I14). */
  quietSeconds: number;
}>;

const QUIET_SECONDS_USUAL = 30;
const HISTORIES_USUAL = 300;

export const USAGE =
  'Usage: npm run chaos [-- --histories N] [--seed S] [--round R] [--per-round P] [--quiet-seconds Q]';

/** Throws with a message that a person can act on. */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const options = { histories: text, seed: text, round: text, 'per-round': text, 'quiet-seconds': text };
  const { values } = parseArgs({ args: [...args], options });
  return {
    histories: wholeNumber('--histories', values.histories, 1) ?? HISTORIES_USUAL,
    perRound: Math.min(
      HISTORIES_PER_ROUND_MAX,
      wholeNumber('--per-round', values['per-round'], 1) ?? HISTORIES_PER_ROUND_MAX,
    ),
    seed: values.seed ?? String(randomInt(1_000_000)),
    round: wholeNumber('--round', values.round, 0),
    quietSeconds: wholeNumber('--quiet-seconds', values['quiet-seconds'], 1) ?? QUIET_SECONDS_USUAL,
  };
}
