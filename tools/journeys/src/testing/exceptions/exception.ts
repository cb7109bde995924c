import type { StoryWorld } from '@jeongsan/attack/story';
import type { Person } from '../people.js';

/** How a person meets one kind of work that waits on Today. */
export type Exception = Readonly<{
  /** Brings the world to where Today lists it. */
  arise: (world: StoryWorld) => Promise<unknown>;
  who: Person;
  /** What is clicked after the entry of Today, one selector a click. */
  clicks: readonly string[];
  /** Shows the evidence. */
  evidence: string;
  /** The act that settles it, with what is typed; or why no click of ours does. */
  settle: Readonly<{ operation: string; fields?: Readonly<Record<string, string>> }> | Readonly<{ nobody: string }>;
  /** What others do afterwards, so that the next one can arise. */
  after?: (world: StoryWorld) => Promise<unknown>;
}>;

/** Both sides of a difference, field by field. */
export const EVIDENCE = 'main [role="region"] table';
