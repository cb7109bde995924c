import type { Terminal } from '../terminal.js';

const BAR_CELLS = 30;
const REDRAWN_AFTER_MS = 100;

/** The progress of long work, as one line on stderr that is drawn again and again; nothing where stderr is no terminal. */
export type Progress = Readonly<{
  /** `total`: unknown while absent. */
  at: (done: number, total?: number) => void;
  /** Takes the line away. */
  end: () => void;
}>;

export function progressOn({ watches, err, nowMs }: Terminal, what: string): Progress {
  let drawnAt = Number.NEGATIVE_INFINITY;
  const at = (done: number, total?: number): void => {
    if (!watches || (done !== total && nowMs() - drawnAt < REDRAWN_AFTER_MS)) return;
    drawnAt = nowMs();
    err(`\r\u001b[K${what} ${total === undefined ? done : `${bar(done, total)} ${done}/${total}`}`);
  };
  return { at, end: () => (drawnAt === Number.NEGATIVE_INFINITY ? undefined : err('\r\u001b[K')) };
}

function bar(done: number, total: number): string {
  const full = total === 0 ? BAR_CELLS : Math.round((Math.min(done, total) / total) * BAR_CELLS);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_CELLS - full)}]`;
}
