import { type Author, systemAuthor } from '@jeongsan/audit';
import { systemActors, type Caller } from '@jeongsan/nest-kit';

/** The actor recorded for decisions of the scheduler itself. */
export const SCHEDULER = systemActors.scheduler;
export const schedulerAs = (role: 'schedule' | 'policy' | 'guard'): Decider => ({ ...systemAuthor(SCHEDULER), role });

/** A caller in the form in which decisions are recorded. `role`: the caller's roles, or what stood in for a person. */
export type Decider = Author & Readonly<{ role: string }>;
export const deciderOf = ({ actor, credential, roles }: Caller): Decider => ({
  ...{ actor, credential },
  role: roles.join(','),
});
