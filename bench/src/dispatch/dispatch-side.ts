import type { Load } from '../harness/load.js';
import type { Bench } from '../harness/measurement.js';
import type { Side } from '../harness/rounds.js';
import { approvedRun, dateOf, proveSent } from './approved-run.js';
import type { ProviderBook } from './provider-book.js';
import { startNullProvider } from './provider-process.js';
import { prepareSellers } from './sellers.js';
import { startSender, type SenderKind } from './senders.js';

export type DispatchSetup = Readonly<{
  name: string;
  kind: SenderKind;
  about: string;
  payouts: number;
  payoutsPerBatch: number;
  answersAfterMs: number;
  /** Which of Redis's databases is its own. */
  redisNumber: number;
}>;

/** A side that sends one more run with every load. A load's operations are batches. */
export type DispatchSide = Side &
  Readonly<{ setup: DispatchSetup; prepare: () => Promise<void>; book: () => Promise<ProviderBook> }>;

export async function dispatchSide(bench: Bench, setup: DispatchSetup): Promise<DispatchSide> {
  const { name, payouts, payoutsPerBatch } = setup;
  const url = await bench.server.createDatabase(`dispatch_${name}`);
  await prepareSellers(url, payouts);
  const provider = await startNullProvider(bench, name, setup.answersAfterMs);
  const sender = await startSender(bench, setup.kind, { ...setup, databaseUrl: url, providerUrl: provider.url });
  const batches = Math.ceil(payouts / payoutsPerBatch);
  let runs = 0;
  let runId = '';
  return {
    name,
    about: setup.about,
    setup,
    pids: [sender.pid],
    book: provider.book,
    prepare: async () => {
      runs += 1;
      runId = await approvedRun(url, dateOf(runs), payouts);
    },
    load: async (): Promise<Load> => {
      const seconds = await sender.send(runId, batches);
      return { operations: batches, seconds, latenciesMs: new Float64Array([seconds * 1_000]) };
    },
    check: async () => proveSent(url, await provider.book(), runs * batches),
    stop: async () => {
      await sender.stop();
      await provider.stop();
    },
  };
}
