import { parseArgs } from 'node:util';

/** How long and how often to measure. */
export type Options = Readonly<{
  /** Measurements, or the first word of several; all when empty. */
  names: readonly string[];
  pairs: number;
  seconds: number;
  warmSeconds: number;
  /** A run that shows that everything works; its numbers mean little. */
  isQuick: boolean;
  /** Due sellers of a planned run; undefined: a usual number. */
  sellers?: number | undefined;
  /** Rows of a reconciled day; undefined: a usual number. */
  rows?: number | undefined;
}>;

const FULL = { pairs: 7, seconds: 4, warmSeconds: 2 };
const QUICK = { pairs: 2, seconds: 1, warmSeconds: 0.5 };

/** Reads `[NAME...] [--quick] [--pairs N] [--seconds S] [--sellers N] [--rows N]`. Throws what a person can act on. */
export function readOptions(args: readonly string[]): Options {
  const options = {
    quick: { type: 'boolean' },
    pairs: { type: 'string' },
    seconds: { type: 'string' },
    sellers: { type: 'string' },
    rows: { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const isQuick = values.quick ?? false;
  const usual = isQuick ? QUICK : FULL;
  return {
    names: positionals,
    pairs: positive('--pairs', values.pairs) ?? usual.pairs,
    seconds: positive('--seconds', values.seconds) ?? usual.seconds,
    warmSeconds: usual.warmSeconds,
    isQuick,
    sellers: positive('--sellers', values.sellers),
    rows: positive('--rows', values.rows),
  };
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number.parseFloat(text);
  if (!(value > 0)) throw new RangeError(`${name} is a number above 0, not ${text}`);
  return value;
}
