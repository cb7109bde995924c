import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { onShutdown } from '@jeongsan/stack';
import type { BenchServer } from '../harness/bench-server.js';
import type { Load } from '../harness/load.js';
import type { Side } from '../harness/rounds.js';
import { matureMarket, prepareMarket, provePlan, type MarketSize } from './market.js';
import type { Parts, SideAnswer, SideKind, SideOrder } from './side-order.js';

const ENTRY = resolve(import.meta.dirname, 'side.main.js');
const FIRST_DAY = Date.UTC(2026, 1, 2);
const DAY_MS = 86_400_000;

/** A side that plans the run of one more day with every load. A load's operations are its due sellers. */
export type PlanSide = Side & Readonly<{ size: MarketSize; plan: () => Promise<Load>; parts: () => readonly Parts[] }>;

export async function planSide(
  server: BenchServer,
  { kind, size, about, name = kind }: { kind: SideKind; size: MarketSize; about: string; name?: string },
): Promise<PlanSide> {
  const url = await server.createDatabase(`plan_${name.replaceAll(/\W/g, '_')}`);
  await prepareMarket(url, size.sellers);
  const child = startChild();
  await child.ask({ do: 'open', setup: { kind, url } });
  let days = 0;
  const parts: Parts[] = [];
  const dateOf = (day: number): string => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
  const plan = async (): Promise<Load> => {
    days += 1;
    await matureMarket(url, dateOf(days), size);
    const answer = await child.ask({ do: 'plan', date: dateOf(days) });
    if (answer.did !== 'plan') throw new Error(`Expected a planned run, not ${answer.did}`);
    parts.push(answer.parts);
    return { operations: size.sellers, seconds: answer.seconds, latenciesMs: new Float64Array([answer.seconds * 1e3]) };
  };
  return {
    name,
    about,
    size,
    pids: [child.pid],
    plan,
    load: plan,
    parts: () => parts,
    check: () => provePlan(url, dateOf(days), size),
    stop: child.stop,
  };
}

/** A process of its own: its CPU and memory are nobody else's. */
function startChild() {
  const child = fork(ENTRY, { serialization: 'advanced' });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
    forget();
  };
  const forget = onShutdown(stop);
  const ask = (order: SideOrder): Promise<SideAnswer> =>
    new Promise((done, fail) => {
      const gone = (): void => fail(new Error('The planning process ended by itself'));
      child.once('exit', gone);
      child.once('message', (answer: SideAnswer) => {
        child.off('exit', gone);
        if (answer.did === 'fail') fail(new Error(`Planning failed: ${answer.message}`));
        else done(answer);
      });
      child.send(order);
    });
  return { pid: child.pid ?? 0, ask, stop };
}
