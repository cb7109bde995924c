import type { Caller } from '@jeongsan/nest-kit';

/** Who stands on record where nobody was asked: the scheduler itself. */
export const SCHEDULER = 'payout-scheduler';

/** A person as a decision keeps it: who, and in which roles. */
export const deciderOf = ({ id, roles }: Caller) => ({ by: id, role: roles.join(',') });
