import { dispatchRun, observePayout, resolveBatch, sendBatch, type PayoutStore } from '@jeongsan/payouts';
import { Permanent } from '@jeongsan/messaging';
import type { Notes } from '../books/notes.js';
import { memoryStore } from '../books/memory-store.js';
import type { OutboxRow } from '../books/rows.js';
import { simulatedProvider, type ProviderPort } from '../provider/simulated-provider.js';
import type { Task } from '../time/task.js';
import { type World } from '../world.js';
import { platformNow } from '../ground.js';

/** A broken variant: a wrapper of the ports that breaks a rule, to prove that the oracle detects it. */
export type Sabotage = Readonly<{
  store?: (store: PayoutStore, world: World, notes: Notes) => PayoutStore;
  provider?: (provider: ProviderPort, world: World, notes: Notes) => ProviderPort;
}>;

/** The scheduler's job handlers (apps/payout-scheduler/src/payouts/payouts.worker.ts): the core, over the simulated ports. */
export async function handle(
  world: World,
  task: Task,
  row: OutboxRow,
  pageSize: number,
  sabotage: Sabotage,
): Promise<void> {
  const { store, provider } = portsOf(world, task, pageSize, sabotage);
  const { policy } = world;
  const now = () => platformNow(world);
  const { runId = '', batchId = '', providerPayoutId = '' } = row.data;
  switch (row.job) {
    case 'payout-run.dispatch':
      return dispatchRun(store, provider, runId, policy, now);
    case 'payout-batch.send':
      return sendBatch(store, provider, batchId, policy, now);
    case 'payout-batch.resolve':
      return resolveBatch(store, provider, batchId, policy, now);
    case 'payout.observe':
      return observePayout(store, provider, providerPayoutId, now);
    default:
      throw new Permanent(`No handler for job ${row.job}`);
  }
}

/** The two ports of this task. */
export function portsOf(
  world: World,
  task: Task,
  pageSize: number,
  sabotage: Sabotage,
): { store: PayoutStore; provider: ProviderPort } {
  const notes: Notes = { claim: null, shown: new Map() };
  const store = memoryStore(world, task, world.crew, notes);
  const provider = simulatedProvider(world, task, world.crew, notes, pageSize);
  return {
    store: sabotage.store?.(store, world, notes) ?? store,
    provider: sabotage.provider?.(provider, world, notes) ?? provider,
  };
}
