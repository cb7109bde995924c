import type { FaultOrder } from '@jeongsan/sandbox-control';
import type { RoundPlan } from '../plan/plan-round.js';
import type { Stage } from '../stage/stage.js';
import type { History } from '../testing/build-market.js';

/** All faults ordered at the provider in this round, by their ids. */
export type Ordered = ReadonlyMap<string, FaultOrder>;

/** Batch faults strike calls with a seller of their history; shared faults strike any call. */
export async function orderFaults(
  { provider: { control } }: Stage,
  plan: RoundPlan,
  histories: readonly History[],
): Promise<Ordered> {
  const own = histories.flatMap(({ plan: { batchFaults }, sellers }) =>
    batchFaults.flatMap(({ seller, fault }): FaultOrder[] => {
      const contains = sellers[seller]?.providerSellerId;
      return contains === undefined ? [] : [{ ...fault, operation: 'createPayouts', contains }];
    }),
  );
  const ordered = new Map<string, FaultOrder>();
  for (const body of [...own, ...plan.sharedFaults]) ordered.set((await control.addFault({ body })).id, body);
  return ordered;
}

/** Removes all faults, and counts their strikes: a fault that is no longer listed is spent. */
export async function mendProvider(
  { provider: { control } }: Stage,
  ordered: Ordered,
  note: (fault: string, times: number) => void,
): Promise<void> {
  const { items } = await control.listFaults({});
  const left = new Map(items.map(({ id, struck }) => [id, struck]));
  for (const [id, fault] of ordered) note(nameOf(fault), left.get(id) ?? fault.times);
  await control.clearFaults({});
}

function nameOf({ operation, kind, variant, code }: FaultOrder): string {
  const detail = kind === 'mangle' ? variant : kind === 'error' ? code : undefined;
  return `${operation} ${kind}${detail === undefined ? '' : ` ${detail}`}`;
}
