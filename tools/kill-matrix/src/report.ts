import { nameOf, type Case, type Verdict } from './case.js';
import { actions, points } from './points.js';

/** The command that plays one case again. */
export const replayOf = (one: Case): string => `npm run kill-matrix -- --case ${nameOf(one)}`;

/** The errors of a case, and the command that plays it again. */
export function failureText({ case: one, violations, log }: Verdict): string {
  return [`FAILED ${nameOf(one)}: ${one.point.what}`, ...violations, ...log, replayOf(one)].join('\n  ');
}

/** The matrix: each cell has the number of hits, or of cases with an error. */
export function table(verdicts: readonly Verdict[]): string {
  const widths = [5, 27, 73];
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 11))
      .join('')
      .trimEnd();
  const square = (id: string, action: string): string => {
    const cases = verdicts.filter(({ case: one }) => one.point.id === id && one.action === action);
    const failed = cases.filter(({ violations }) => violations.length > 0).length;
    if (cases.length === 0) return '-';
    return failed > 0 ? `${failed} FAILED` : `${cases.length} hits`;
  };
  const played = points.filter(({ id }) => verdicts.some(({ case: one }) => one.point.id === id));
  return [
    line(['', 'failpoint', '', ...actions]),
    ...played.map(({ id, failpoint, what, none = {} }) =>
      line([id, failpoint, what, ...actions.map((action) => (none[action] ? 'n/a' : square(id, action)))]),
    ),
    ...played.flatMap(({ id, none = {} }) =>
      Object.entries(none).map(([action, why]) => `n/a: ${id}/${action}: ${why}`),
    ),
  ].join('\n');
}
