import type { BreakClass } from '@jeongsan/platform-contract';

type Announced = Readonly<{ id: string; businessDate: string; class: BreakClass; subject: string }>;

/** What every event about a break says. */
export const breakEvent = ({ id, businessDate, class: kind, subject }: Announced) => ({
  entityId: id,
  data: { businessDate, class: kind, subject },
});
