import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figures } from '../frame/trial.js';
import type { Ground } from '../ground/ground.js';
import { observabilityFolder, type Prometheus, type Target } from './prometheus.js';
import { watchedPlatform } from './watched-platform.js';

type Dashboard = { title: string; panels: { title: string; targets: { expr: string }[] }[] };
type Asked = Readonly<{ panel: string; expr: string }>;
type Vector = { resultType: string; result: unknown[] };

/**
 * Every query of every dashboard returns data from a real Prometheus that scraped the running platform. @throws Error that names
 * the panels without data.
 */
export async function dashboardsTrial(ground: Ground): Promise<Figures> {
  const queries = await queriesOfDashboards();
  const { prometheus, targets } = await watchedPlatform(ground, 'trial-dashboards');
  const empty: string[] = [];
  for (const { panel, expr } of queries) {
    const { result } = await prometheus.get<Vector>(`/api/v1/query?query=${encodeURIComponent(expr)}`);
    if (result.length === 0) empty.push(`${panel}: ${expr}`);
  }
  if (empty.length > 0) throw new Error(`Panels without data:\n${empty.join('\n')}`);
  return { 'queries of dashboards that return data': queries.length, ...(await scrapeTimes(prometheus, targets)) };
}

async function queriesOfDashboards(): Promise<Asked[]> {
  const folder = join(observabilityFolder, 'dashboards');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const dashboards = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Dashboard),
  );
  return dashboards.flatMap(({ title, panels }) =>
    panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ panel: `${title}: ${panel.title}`, expr }))),
  );
}

/** How long scrapes of each process took, with a week of the market in the database. */
async function scrapeTimes(prometheus: Prometheus, targets: readonly Target[]): Promise<Figures> {
  const ms = async (service: string, over: 'avg' | 'max'): Promise<string> => {
    const expr = `1000 * ${over}_over_time(scrape_duration_seconds{service="${service}"}[10m])`;
    const { result } = await prometheus.get<{ result: { value: [number, string] }[] }>(
      `/api/v1/query?query=${encodeURIComponent(expr)}`,
    );
    return parseFloat(result[0]?.value[1] ?? 'NaN').toFixed(1);
  };
  const rows = targets.map(async ({ service }) => {
    const [mean, most] = [await ms(service, 'avg'), await ms(service, 'max')];
    return [`scrape of ${service} in ms`, `${mean} mean, ${most} at most`] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}
