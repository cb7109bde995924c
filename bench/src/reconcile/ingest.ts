import { resolve } from 'node:path';
import { ask, migrated } from '../harness/bench-server.js';
import { imageSettings } from '../harness/image-settings.js';
import type { Bench, Result } from '../harness/measurement.js';
import { interleave, ratesOf, type Side, summarize } from '../harness/rounds.js';
import { startSideChild } from '../harness/side-child.js';
import { pairwise } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';
import { PLAIN_RECORDS_TABLES } from '../floors/plain-records.js';
import { fillRecords } from '../sandbox/records.js';
import { startSandbox } from '../sandbox/sandbox-process.js';
import type { SideAnswer, SideKind, SideOrder } from './ingest-order.js';
import { PAGE } from './read-plainly.js';

const ENTRY = resolve(import.meta.dirname, 'ingest-side.main.js');
const INGEST_LINE: Line = { atLeast: 0.4, aim: 0.6 };
/** Pages of each listing. */
const PAGES = { full: 10, quick: 2 };
const SECONDS_OF_DAY = 80_000;

const about = {
  floor: 'the same rows, ready as text, copied into tables with a key alone; one commit for each page',
  tables: 'the same rows copied into the tables of the reconciler, with all their indexes; one commit for each page',
  subject:
    'each page read, checked, compressed, sealed, copied into its table and moved past, in one commit; the provider is in memory',
} as const satisfies Record<SideKind, string>;
const KINDS = ['floor', 'tables', 'subject'] as const;

/** Rows stored per second when the provider costs nothing, beside COPY alone. */
export async function ingest(bench: Bench): Promise<Result> {
  const pages = bench.options.isQuick ? PAGES.quick : PAGES.full;
  const source = await bench.server.createDatabase('ingest_source');
  const sandbox = await startSandbox(bench, 'ingest', source);
  const sides: Side[] = [];
  try {
    bench.say('preparing the pages');
    await fillRecords(sandbox.url, source, pages * PAGE, SECONDS_OF_DAY / (pages * PAGE));
    for (const kind of KINDS) sides.push(await ingestSide(bench, kind, sandbox.url, pages));
    await sandbox.stop();
    bench.say('storing pages');
    const all = await interleave(bench.server, sides, { ...bench.options, warmSeconds: 1 });
    const [floorRates = [], tableRates = [], rates = []] = all.map(ratesOf);
    return {
      summaries: all.map(summarize),
      findings: [
        finding('rows/s over the floor', pairwise(rates, floorRates), INGEST_LINE, floorRates),
        finding('rows/s over COPY into the same tables', pairwise(rates, tableRates), undefined, tableRates),
      ],
      notes: [],
      problems: all.flatMap(({ problems }) => problems),
    };
  } finally {
    for (const side of sides) await side.stop();
  }
}

async function ingestSide(bench: Bench, kind: SideKind, providerUrl: string, pages: number): Promise<Side> {
  const url = await bench.server.createDatabase(`ingest_${kind}`);
  if (kind === 'floor') await ask(url, PLAIN_RECORDS_TABLES);
  else await migrated(url);
  const child = startSideChild<SideOrder, SideAnswer>(ENTRY, {
    name: 'ingesting process',
    env: imageSettings(),
  });
  const opened = await child.ask({ do: 'open', kind, url, providerUrl, pages });
  if (opened.did !== 'open') throw new Error(`Expected an opened side, not ${opened.did}`);
  let stored = 0;
  return {
    name: kind,
    about: about[kind],
    pids: [child.pid],
    load: async () => {
      const answer = await child.ask({ do: 'ingest' });
      if (answer.did !== 'ingest') throw new Error(`Expected stored pages, not ${answer.did}`);
      stored = answer.stored;
      return {
        operations: opened.rows,
        seconds: answer.seconds,
        latenciesMs: new Float64Array([answer.seconds * 1e3]),
      };
    },
    check: async () => (stored === opened.rows ? [] : [`${stored} of ${opened.rows} rows are stored`]),
    stop: child.stop,
  };
}
