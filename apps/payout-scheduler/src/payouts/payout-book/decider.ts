import { systemActors, type Caller } from '@jeongsan/nest-kit';

/** Who stands on record where nobody was asked: the scheduler itself. */
export const SCHEDULER = systemActors.scheduler;

/** A person as a decision keeps it: who, and in which roles. */
export const deciderOf = ({ actor, roles }: Caller) => ({ by: actor, role: roles.join(',') });
