import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appNames, startPlatform } from '@jeongsan/market';
import { imageSettings } from '../harness/image-settings.js';
import type { Bench, Result } from '../harness/measurement.js';
import { rssBytes } from '../harness/processes.js';
import { startProgram } from '../harness/start-program.js';
import { pairwise, spread } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';

const ENTRY = resolve(import.meta.dirname, '../floors/idle-floor.main.js');
const MEGABYTES_LINE: Line = { atMost: 130, aim: 120 };
/** By then V8 has collected what a start leaves behind. */
const REST_SECONDS = { full: 120, quick: 10 };
const LOOKS = 5;
const PAUSE_MS = 5_000;

/** Resident memory of each service at rest, beside a process that loads the same packages and serves one endpoint. */
export async function idleMemory(bench: Bench): Promise<Result> {
  const settings = imageSettings();
  const processes = [...appNames, 'front-door'] as const;
  bench.say('starting a platform');
  const platform = await startPlatform({
    name: 'bench-idle',
    fresh: true,
    settings: Object.fromEntries(processes.map((name) => [name, settings])),
  });
  try {
    const floor = await startProgram(bench, 'idle floor', ENTRY, settings);
    try {
      bench.say('waiting until everything rests');
      await sleep(1_000 * (bench.options.isQuick ? REST_SECONDS.quick : REST_SECONDS.full));
      const pids = { floor: floor.pid, ...pidsOf(platform) };
      const looks: Record<string, number>[] = [];
      for (let look = 0; look < LOOKS; look += 1) {
        looks.push(Object.fromEntries(await Promise.all(Object.entries(pids).map(megabytes))));
        await sleep(PAUSE_MS);
      }
      const of = (name: string): number[] => looks.map((look) => look[name] ?? Number.NaN);
      const floors = of('floor');
      const findings = processes.flatMap((name) => [
        finding(`MB of ${name}`, spread(of(name)), MEGABYTES_LINE, floors),
        finding(`${name} over the floor`, pairwise(of(name), floors), undefined, floors),
      ]);
      const notes = [
        `The floor holds ${spread(floors).median.toFixed(1)} MB: NestJS on Fastify with one endpoint, TypeORM, pg, BullMQ and jose loaded.`,
        'About 50 MB of each are pages of the program node, which all processes of a machine share.',
      ];
      return { summaries: [], findings, notes, problems: [] };
    } finally {
      await floor.stop();
    }
  } finally {
    await platform.stop();
  }
}

type Started = Awaited<ReturnType<typeof startPlatform>>;

const pidsOf = ({ apps, door }: Started): Record<string, number> => ({
  ...Object.fromEntries(appNames.map((name) => [name, apps[name].pid])),
  'front-door': door.pid,
});

const megabytes = async ([name, pid]: [string, number]): Promise<[string, number]> => [
  name,
  (await rssBytes(pid)) / 1e6,
];
