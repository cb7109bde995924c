import type { Ground } from '../ground/ground.js';
import type { PackageName } from './packages.js';

/** What a trial measured, by name: one line each in the output. */
export type Figures = Readonly<Record<string, string | number>>;

/**
 * One trial: something that the platform stands on is taken away or replaced, on real servers of this machine. `run` returns
 * figures, and throws when the platform lost something or the machine did not do what the trial needs.
 */
export type Trial = Readonly<{
  name: string;
  /** What the trial shows, in one sentence. */
  shows: string;
  /** The Debian packages whose programs it starts. */
  needs: readonly PackageName[];
  run: (ground: Ground) => Promise<Figures>;
}>;

/** Thrown by a trial that this machine cannot run for another reason than a missing package: it counts as skipped. */
export class NotHere extends Error {
  override readonly name = 'NotHere';
}
