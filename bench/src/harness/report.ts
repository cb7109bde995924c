import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Machine } from './machine.js';
import type { Measurement, Result } from './measurement.js';
import type { Options } from './options.js';
import type { Summary } from './rounds.js';
import { short, table } from './table.js';
import type { Finding, Line } from './verdict.js';

export type Reported = Readonly<{ measurement: Measurement; result: Result }>;

export function machineText({ node, postgres, redis, system, cpus, fdatasyncMs, loadAverage }: Machine): string {
  return [
    `Node ${node}, PostgreSQL ${postgres}, Redis ${redis}, ${system}, ${cpus}`,
    `fdatasync ${short(fdatasyncMs, 'ms')}, load average ${loadAverage.join(' ')}`,
  ].join('\n');
}

/** One measurement as a person reads it: who ran, what it cost, what that means. */
export function resultText({ measurement, result }: Reported): string {
  const parts = [
    `== ${measurement.name}: ${measurement.title}`,
    ...result.notes.map((note) => `   ${note}`),
    ...(result.summaries.length > 0 ? [summariesText(result.summaries)] : []),
    ...(result.findings.length > 0 ? [findingsText(result.findings)] : []),
    ...result.problems.map((problem) => `   WRONG: ${problem}`),
  ];
  return `${parts.join('\n')}\n`;
}

function summariesText(summaries: readonly Summary[]): string {
  const head = ['side', 'ops/s', 'p50 ms', 'p99', 'p99.9', 'max', 'CPU s/1000', 'of Postgres', 'WAL B/op', 'RSS MB'];
  const rows = summaries.map((s) => [
    s.name,
    ...[s.rate, s.p50Ms, s.p99Ms, s.p999Ms, s.maxMs].map((value) => short(value)),
    ...[s.ownCpuPer1000, s.postgresCpuPer1000, s.walBytesPerOperation, s.peakRssBytes / 1e6].map((value) =>
      short(value),
    ),
  ]);
  const what = summaries.map((s) => `   ${s.name}: ${s.about}`);
  return [...what, table([head, ...rows])].join('\n');
}

function findingsText(findings: readonly Finding[]): string {
  const head = ['result', 'median', 'min', 'max', 'line', 'aim', 'verdict'];
  const rows = findings.map(({ what, ratio, line, verdict }) => [
    what,
    ...[ratio.median, ratio.min, ratio.max].map((value) => short(value)),
    lineText(line),
    line?.aim === undefined ? '' : short(line.aim),
    verdict,
  ]);
  return table([head, ...rows]);
}

function lineText(line: Line | undefined): string {
  if (line === undefined) return '';
  return 'atLeast' in line ? `>= ${line.atLeast}` : `<= ${line.atMost}`;
}

/**
 * Why the run as a whole is not good, one sentence each; nothing when it is. Wrong results always are; a number only where lines
 * are judged, and never when it is noisy.
 */
export function failures(reported: readonly Reported[], { judges }: { judges: boolean }): string[] {
  return reported.flatMap(({ measurement, result }) => [
    ...result.problems.map((problem) => `${measurement.name} gave wrong results: ${problem}`),
    ...result.findings
      .filter(({ verdict }) => judges && verdict === 'beyond the line')
      .map(({ what, ratio, line }) => `${measurement.name}: ${what} is ${short(ratio.median)}, not ${lineText(line)}`),
  ]);
}

/** The same for programs. */
export async function writeResults(
  path: string,
  { machine, options, reported }: { machine: Machine; options: Options; reported: readonly Reported[] },
): Promise<void> {
  const measurements = reported.map(({ measurement: { name, title }, result }) => ({ name, title, ...result }));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify({ machine, options, measurements }, null, 2)}\n`);
}
