import type { Fetch } from '@jeongsan/client';
import type { Settings } from './env.js';

/** Everything of the process that a command uses. */
export type Terminal = Readonly<{
  settings: Settings;
  /** Data, on stdout. */
  out: (data: string | Uint8Array) => void;
  /** Everything else, on stderr. */
  err: (text: string) => void;
  /** Whether stdout is a terminal. */
  shows: boolean;
  /** Whether stderr is a terminal, on which progress is shown. */
  watches: boolean;
  /** Cells of a line of stdout; undefined: stdout is no terminal, and lines are as long as they are. */
  columns: number | undefined;
  /** Whether stdin is a terminal, so that a person can be asked. */
  asks: boolean;
  /** One line from the person, which is not shown when `isHidden`. */
  ask: (question: string, isHidden?: boolean) => Promise<string>;
  /** The whole of stdin. */
  input: () => Promise<string>;
  /** When the person ends the command (SIGINT, SIGTERM); until asked for, these end the process at once. */
  stopped: () => Promise<void>;
  fetch: Fetch;
  nowMs: () => number;
}>;
