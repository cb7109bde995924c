import { metricTable } from '@jeongsan/nest-kit';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figures } from '../frame/trial.js';
import type { Ground } from '../ground/ground.js';
import { observabilityFolder, type Prometheus, promtool } from './prometheus.js';
import { watchedPlatform } from './watched-platform.js';

type Rules = { groups: { rules: { name: string; health: string; lastError?: string; state: string }[] }[] };
type Metadata = Record<string, unknown[]>;

/**
 * Every alert fires and clears in promtool's unit tests; then a real Prometheus evaluates all of them against the running platform,
 * which shows every metric of the table. @throws Error that names what does not hold.
 */
export async function alertsTrial(ground: Ground): Promise<Figures> {
  await promtool('check', 'config', '--syntax-only', 'prometheus.yml');
  const rules = await yamlIn('alerts');
  await promtool('check', 'rules', ...rules);
  const tests = await yamlIn('alerts/tests');
  await promtool('test', 'rules', ...tests);
  const { prometheus } = await watchedPlatform(ground, 'trial-alerts');
  return {
    'files of rules': rules.length,
    'files of tests that fire and clear each alert': tests.length,
    ...(await judge(prometheus)),
  };
}

const yamlIn = async (folder: string): Promise<string[]> =>
  (await readdir(join(observabilityFolder, folder)))
    .filter((name) => name.endsWith('.yml'))
    .sort()
    .map((name) => `${folder}/${name}`);

/** Whether every rule can be evaluated, and every metric of the table is shown by a process. */
async function judge(prometheus: Prometheus): Promise<Figures> {
  const { groups } = await prometheus.get<Rules>('/api/v1/rules');
  const all = groups.flatMap(({ rules }) => rules);
  const unwell = all.filter(({ health }) => health !== 'ok').map(({ name, lastError }) => `${name}: ${lastError}`);
  if (unwell.length > 0) throw new Error(`Rules that cannot be evaluated:\n${unwell.join('\n')}`);
  const shown = await prometheus.get<Metadata>('/api/v1/metadata');
  const missing = Object.keys(metricTable).filter((name) => shown[name] === undefined);
  if (missing.length > 0) throw new Error(`Metrics of the table that no process shows: ${missing.join(', ')}`);
  const awake = all.filter(({ state }) => state !== 'inactive').map(({ name, state }) => `${name} (${state})`);
  const failures = await prometheus.get<{ result: { value: [number, string] }[] }>(
    '/api/v1/query?query=sum(metrics_reading_failures_total)',
  );
  return {
    'readings of metrics that failed': failures.result[0]?.value[1] ?? 'unknown',
    'alerts evaluated against the running platform': all.length,
    'metrics of the table that are shown': Object.keys(metricTable).length,
    'alerts that are not silent': awake.join(', ') || 'none',
  };
}
