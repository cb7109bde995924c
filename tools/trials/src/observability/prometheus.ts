import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findProgram, freePort, MachineProblem, openLog, run, type Undo } from '@jeongsan/child-processes';

/** The files of alerts and dashboards. */
export const observabilityFolder = fileURLToPath(new URL('../../../../deploy/observability/', import.meta.url));

const READY_WITHIN_MS = 30_000;
const TOOL_TIMEOUT_MS = 60_000;

/** The path of a program of Prometheus. @throws MachineProblem when it is not installed. */
async function installed(name: 'prometheus' | 'promtool'): Promise<string> {
  const path = await findProgram(name);
  if (path === undefined)
    throw new MachineProblem(`${name} is missing: apt-get install prometheus (Debian), or put it on the PATH`);
  return path;
}

/** Runs promtool in the folder of the alerts, and returns what it said. @throws Error when it found something wrong. */
export async function promtool(...args: readonly string[]): Promise<string> {
  const { code, output } = await run(await installed('promtool'), args, {
    cwd: observabilityFolder,
    timeoutMs: TOOL_TIMEOUT_MS,
  });
  if (code !== 0) throw new Error(`promtool ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

export type Target = Readonly<{ service: string; url: string }>;
/** A running Prometheus. `get` returns `data` of its answer. */
export type Prometheus = Readonly<{ url: string; get: <T>(path: string) => Promise<T> }>;

/** Starts a Prometheus that scrapes every second and has the rules of this repository. Stopped with `undo`. */
export async function startPrometheus(folder: string, targets: readonly Target[], undo: Undo): Promise<Prometheus> {
  const program = await installed('prometheus');
  const port = await freePort();
  const data = join(folder, 'prometheus');
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true });
  const config = join(folder, 'prometheus.yml');
  await writeFile(config, JSON.stringify(configOf(targets)));
  const log = await openLog(join(folder, 'prometheus.log'));
  const child = spawn(
    program,
    [
      ...[`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`],
      ...['--log.level=warn', '--storage.tsdb.retention.time=1h'],
    ],
    { stdio: ['ignore', log.fd, log.fd] },
  );
  const gone = once(child, 'exit');
  undo.add(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  const url = `http://127.0.0.1:${port}`;
  const get = async <T>(path: string): Promise<T> => {
    const reply = await fetch(`${url}${path}`);
    const { status, error, data: answer } = (await reply.json()) as { status: string; error?: string; data: T };
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return answer;
  };
  await untilReady(`${url}/-/ready`);
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

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await sleep(100)) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error(`Prometheus is not ready after ${READY_WITHIN_MS} ms`);
}
