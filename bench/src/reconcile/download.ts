import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { growthExponent, pairwise, single } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';
import { fillRecords } from '../sandbox/records.js';
import { startSandbox } from '../sandbox/sandbox-process.js';
import { downloadNight, type DownloadedNight } from './download-night.js';
import { ingest } from './ingest.js';
import { readPlainly } from './read-plainly.js';

const DOWNLOAD_LINE: Line = { atMost: 1.1, aim: 1.02 };
const MEMORY_LINE: Line = { atMost: 250 };
const MIB = 1_048_576;

/** Transactions of one day, and as many settlements. */
const ROWS = { full: 1_000_000, quick: 10_000 };
/** Growth is measured from a tenth of it. */
const TENTH = 10;
const ROUNDS = { full: 2, quick: 1 };
/** Records of a day lie in its first hours, so that all belong to it. */
const SECONDS_OF_DAY = 80_000;

export const downloadMeasurements: readonly Measurement[] = [
  { name: 'reconcile-download', title: "a night's download from the running sandbox", run: download },
  { name: 'reconcile-ingest', title: 'pages stored as rows, beside COPY alone', run: ingest },
];

type Measured = Readonly<{ rows: number; plain: number[]; nights: DownloadedNight[] }>;

async function download(bench: Bench): Promise<Result> {
  const rows = bench.options.rows ?? (bench.options.isQuick ? ROWS.quick : ROWS.full);
  const small = await measured(bench, rows / TENTH);
  const large = await measured(bench, rows);
  const seconds = ({ nights }: Measured): number[] => nights.map((night) => night.seconds);
  const growth = (of: (m: Measured) => number[]): number =>
    growthExponent(pairwise(of(large), of(small)).median, TENTH);
  const peak = Math.max(...large.nights.map(({ peakRss }) => peakRss)) / MIB;
  const smallPeak = Math.max(...small.nights.map(({ peakRss }) => peakRss)) / MIB;
  const plainGrowth = growth((m) => m.plain);
  return {
    summaries: [],
    findings: [
      finding(
        'seconds of the download over those of the provider in it',
        pairwise(
          seconds(large),
          large.nights.map((night) => night.providerSeconds),
        ),
        DOWNLOAD_LINE,
        large.plain,
      ),
      finding(
        'seconds of the download over those of the provider alone',
        pairwise(seconds(large), large.plain),
        undefined,
        large.plain,
      ),
      finding('peak memory of the reconciler, MiB', single(peak), MEMORY_LINE, [1]),
      finding(
        `p of the download from ${short(small.rows)} to ${short(large.rows)} rows`,
        single(growth(seconds)),
        { atMost: plainGrowth + 0.1 },
        large.plain,
      ),
      finding('p of the provider alone', single(plainGrowth), undefined, large.plain),
    ],
    notes: [small, large]
      .map(
        ({ rows: of, plain, nights }) =>
          `${short(of)} transactions and ${short(of)} settlements: the provider alone ${list(plain)} s, the download ${list(nights.map((n) => n.seconds))} s`,
      )
      .concat(`Peak memory at a tenth of the rows: ${smallPeak.toFixed(0)} MiB.`),
    problems: [...small.nights, ...large.nights].flatMap(({ problems }) => problems),
  };
}

const short = (n: number): string => n.toLocaleString('en');
const list = (seconds: readonly number[]): string => seconds.map((s) => s.toFixed(1)).join(', ');

/** The provider's pages read and thrown away, and a night of the reconciler, in turn. */
async function measured(bench: Bench, rows: number): Promise<Measured> {
  const url = await bench.server.createDatabase(`download_${rows}`);
  const sandbox = await startSandbox(bench, 'download', url);
  try {
    bench.say(`preparing ${short(rows)} transactions and settlements of one day`);
    await fillRecords(sandbox.url, url, rows, SECONDS_OF_DAY / rows);
    const found: Measured = { rows, plain: [], nights: [] };
    for (let round = bench.options.isQuick ? ROUNDS.quick : ROUNDS.full; round > 0; round -= 1) {
      bench.say('reading the pages alone');
      found.plain.push((await readPlainly(sandbox.url)).seconds);
      bench.say('downloading');
      found.nights.push(await downloadNight(bench, sandbox.url, rows));
    }
    return found;
  } finally {
    await sandbox.stop();
  }
}
