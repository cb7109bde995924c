import type { RoundResult } from './play/play-round.js';
import type { RoundPlan } from './plan/plan-round.js';

const VIOLATIONS_SHOWN_MAX = 6;

/** Counts strikes by name. */
export class Tally {
  private readonly times = new Map<string, number>();

  readonly note = (what: string, times: number): void => {
    this.times.set(what, (this.times.get(what) ?? 0) + times);
  };

  lines(): string[] {
    return [...this.times]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, times]) => `${String(times).padStart(7)}  ${what}`);
  }
}

/** One line for a round, and its errors. */
export function roundLines(
  plan: RoundPlan,
  { verdicts, platform, rest, payouts, samples }: RoundResult,
  seconds: number,
): string[] {
  const failed = verdicts.filter(({ violations }) => violations.length > 0);
  const sum = `${verdicts.length - failed.length} of ${verdicts.length} histories held, ${payouts} payouts`;
  const replay = `npm run chaos -- --seed ${plan.seed} --round ${plan.number} --histories ${plan.histories.length}`;
  return [
    `round ${plan.number}: ${sum}, ${plan.replicas} schedulers, quiet after ${(rest.tookMs / 1000).toFixed(1)} s, ` +
      `${samples} samples, ${seconds.toFixed(1)} s; ${plan.strikes.map(({ kind }) => kind).join(', ')}`,
    ...failed.flatMap(({ history, violations }) => [
      `  history ${history.plan.number} (${history.dates.join(', ')}) FAILED; again: ${replay}`,
      ...shown(violations),
    ]),
    ...(platform.length > 0 ? [`  the stack FAILED; again: ${replay}`, ...shown(platform)] : []),
  ];
}

function shown(violations: readonly string[]): string[] {
  const more = violations.length - VIOLATIONS_SHOWN_MAX;
  const lines = violations.slice(0, VIOLATIONS_SHOWN_MAX).map((text) => `    ${text}`);
  return more > 0 ? [...lines, `    and ${more} more`] : lines;
}
