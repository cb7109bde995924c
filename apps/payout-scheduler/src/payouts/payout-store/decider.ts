import { systemActors, type Caller } from '@jeongsan/nest-kit';

/** The actor recorded for decisions of the scheduler itself. */
export const SCHEDULER = systemActors.scheduler;

/** A caller in the form in which decisions are recorded: actor and roles. */
export const deciderOf = ({ actor, roles }: Caller) => ({ by: actor, role: roles.join(',') });
