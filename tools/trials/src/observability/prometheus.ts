import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, run, startInstalled } from '@jeongsan/child-processes';
import { programOf } from '../frame/packages.js';
import { until } from '../ground/eventually.js';
import type { Ground } from '../ground/ground.js';

/** The files of alerts and dashboards. */
export const observabilityFolder = fileURLToPath(new URL('../../../../deploy/observability/', import.meta.url));

const TOOL_TIMEOUT_MS = 60_000;

/** Runs promtool in the folder of the alerts, and returns what it said. @throws Error when it found something wrong. */
export async function promtool(...args: readonly string[]): Promise<string> {
  const { code, output } = await run(await programOf('prometheus', 'promtool'), args, {
    cwd: observabilityFolder,
    timeoutMs: TOOL_TIMEOUT_MS,
  });
  if (code !== 0) throw new Error(`promtool ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

export type Target = Readonly<{ service: string; url: string }>;
/** A running Prometheus. `get` returns `data` of its answer. */
export type Prometheus = Readonly<{ url: string; get: <T>(path: string) => Promise<T> }>;

/** Starts a Prometheus that scrapes every second and has the rules of this repository. It ends with the ground. */
export async function startPrometheus({ folder, undo }: Ground, targets: readonly Target[]): Promise<Prometheus> {
  const port = await freePort();
  const data = join(folder, 'prometheus');
  await mkdir(data);
  const config = join(folder, 'prometheus.yml');
  await writeFile(config, JSON.stringify(configOf(targets)));
  const started = await startInstalled(
    await programOf('prometheus'),
    [
      ...[`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`],
      ...['--log.level=warn', '--storage.tsdb.retention.time=1h'],
    ],
    { folder, logFile: join(folder, 'prometheus.log') },
  );
  undo.add(() => started.stop());
  const url = `http://127.0.0.1:${port}`;
  const get = async <T>(path: string): Promise<T> => {
    const reply = await fetch(`${url}${path}`);
    const { status, error, data: answer } = (await reply.json()) as { status: string; error?: string; data: T };
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return answer;
  };
  await until(
    'Prometheus is ready',
    () => fetch(`${url}/-/ready`),
    ({ ok }) => ok,
  );
  return { url, get };
}

/** As deploy/observability/prometheus.yml, with the ports of this machine and a shorter interval. JSON is YAML. */
const configOf = (targets: readonly Target[]): object => ({
  global: { scrape_interval: '1s', evaluation_interval: '1s' },
  rule_files: [join(observabilityFolder, 'alerts/*.yml')],
  scrape_configs: [
    {
      job_name: 'jeongsan',
      static_configs: targets.map(({ service, url }) => ({ targets: [new URL(url).host], labels: { service } })),
    },
  ],
});
