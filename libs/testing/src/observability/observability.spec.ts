import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MetricName, Metrics, metricTable } from '@jeongsan/nest-kit';
import { parse } from 'yaml';
import { groupedBy, secondsOf, selectorsOf } from './promql.js';

const root = join(__dirname, '../../../..');
const folder = join(root, 'deploy/observability');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const yaml = <T>(path: string): T => parse(readFileSync(join(folder, path), 'utf8')) as T;
const files = (path: string, ending: string): string[] =>
  readdirSync(join(folder, path)).filter((name) => name.endsWith(ending));

type Rule = { alert: string; expr: string; for?: string; labels?: { severity?: string }; annotations?: Annotations };
type Annotations = { summary?: string; runbook?: string };
type Trial = { eval_time: string; alertname: string; exp_alerts: unknown[] };
type UnitTest = { rule_files: string[]; tests: { name: string; alert_rule_test: Trial[] }[] };
type Dashboard = { uid: string; title: string; panels: { title: string; targets: { expr: string }[] }[] };

const ruleFiles = files('alerts', '.yml');
const rules = ruleFiles.flatMap((file) =>
  yaml<{ groups: { rules: Rule[] }[] }>(`alerts/${file}`).groups.flatMap((g) => g.rules),
);
const trials = files('alerts/tests', '.test.yml').flatMap((file) =>
  yaml<UnitTest>(`alerts/tests/${file}`).tests.flatMap((one) => one.alert_rule_test),
);
const dashboards = files('dashboards', '.json').map(
  (file) => JSON.parse(readFileSync(join(folder, 'dashboards', file), 'utf8')) as Dashboard,
);
const panels = dashboards.flatMap(({ title, panels: all }) =>
  all.map((panel) => ({ of: `${title}: ${panel.title}`, ...panel })),
);
type Query = Readonly<{ of: string; expr: string }>;
const queries: readonly Query[] = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ of, targets }) => targets.map(({ expr }) => ({ of, expr }))),
];

/** Labels that Prometheus or its configuration gives to every series. A metric with one of them would lose it. */
const GIVEN = ['job', 'instance', 'service'];
const TAKEN = [...GIVEN, 'endpoint', 'pod', 'namespace', 'container', 'node', 'le', 'quantile', '__name__'];

/** The metrics of Node and of the process, from prom-client itself, and the one that Prometheus makes of each scrape. */
async function madeByOthers(): Promise<Set<string>> {
  const shown = await new Metrics().addProcess().text();
  return new Set(['up', ...[...shown.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)]);
}

const namesOf = (metric: string): string => metric.replace(/_(?:bucket|sum|count)$/, '');
const isOurs = (metric: string): metric is MetricName => Object.hasOwn(metricTable, metric);
/** The metric of the table behind a name in a query; histograms have three names. */
const tabled = (metric: string): MetricName | undefined => {
  if (isOurs(metric)) return metric;
  const base = namesOf(metric);
  return isOurs(base) && metricTable[base].type === 'histogram' ? base : undefined;
};

/** Names in queries that no metric or label has. */
async function wrongNames(asked: readonly Query[]): Promise<string[]> {
  const others = await madeByOthers();
  return asked.flatMap(({ of, expr }) => {
    const found = selectorsOf(expr);
    const known = found.flatMap(({ metric }) => tabled(metric) ?? []);
    const unknown = found.filter(({ metric }) => !tabled(metric) && !others.has(metric)).map(({ metric }) => metric);
    const allowed = new Set<string>([
      ...GIVEN,
      'le',
      ...known.flatMap((name): readonly string[] => metricTable[name].labels),
    ]);
    const labels = [...found.flatMap((one) => one.labels), ...groupedBy(expr)].filter((label) => !allowed.has(label));
    return [...unknown, ...labels].map((name) => `${of}: ${name}`);
  });
}

test('every alert and every panel asks for metrics of the table, and for labels that these have', async () => {
  expect(await wrongNames(queries)).toEqual([]);
  expect(found(queries.map(({ expr }) => expr)).size).toBeGreaterThan(40);
});

test('a rule with a metric or a label that is not there is found', async () => {
  const planted = [
    { of: 'metric', expr: 'max(payout_unknown_seconds) > 1800' },
    { of: 'label', expr: 'max by (seller) (payouts_open{status="parked"}) > 0' },
    { of: 'histogram', expr: 'rate(provider_call_duration_seconds_total[5m])' },
  ];
  expect(await wrongNames(planted)).toEqual([
    'metric: payout_unknown_seconds',
    'label: status',
    'label: seller',
    'histogram: provider_call_duration_seconds_total',
  ]);
});

const found = (exprs: readonly string[]): Set<MetricName> =>
  new Set(exprs.flatMap((expr) => selectorsOf(expr).flatMap(({ metric }) => tabled(metric) ?? [])));

test('every metric of the table is asked for by an alert or a panel', () => {
  const asked = found(queries.map(({ expr }) => expr));
  expect(Object.keys(metricTable).filter((name) => !asked.has(name as MetricName))).toEqual([]);
});

test('names of metrics and labels follow the conventions, and no label is one that Prometheus gives itself', () => {
  const odd = Object.entries(metricTable).flatMap(([name, { type, unit, labels }]) => [
    ...((type === 'counter') === name.endsWith('_total') ? [] : [`${name} is a ${type}`]),
    ...(unit !== 'seconds' || name.endsWith('_seconds') ? [] : [`${name} counts seconds`]),
    ...(unit !== 'won' || name.endsWith('_won') ? [] : [`${name} counts won`]),
    ...labels.filter((label) => TAKEN.includes(label)).map((label) => `${name} has the label ${label}`),
  ]);
  expect(odd).toEqual([]);
});

test('there are at least fourteen alerts; each has a name of its own, a severity, and waits for more than one cycle', () => {
  const { global } = yaml<{ global: { scrape_interval: string; evaluation_interval: string } }>('prometheus.yml');
  const cycle = secondsOf(global.scrape_interval) + secondsOf(global.evaluation_interval);
  expect(rules.length).toBeGreaterThanOrEqual(14);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, for: wait = '0s', labels, annotations } of rules) {
    expect({ alert, severity: labels?.severity }).toEqual({
      alert,
      severity: expect.stringMatching(/^(critical|warning)$/) as string,
    });
    expect({ alert, isPatient: secondsOf(wait) > cycle }).toEqual({ alert, isPatient: true });
    expect(annotations?.summary ?? '').not.toBe('');
  }
});

/** Alerts that no test makes fire, or that no test sees clear afterwards. */
const untested = (known: readonly Trial[]): string[] =>
  rules.flatMap(({ alert }) => {
    const own = known.filter(({ alertname }) => alertname === alert);
    const fires = own.filter(({ exp_alerts: expected }) => expected.length > 0).map((t) => secondsOf(t.eval_time));
    const clears = own.filter(({ exp_alerts: expected }) => expected.length === 0).map((t) => secondsOf(t.eval_time));
    return fires.length > 0 && clears.some((at) => at > Math.min(...fires)) ? [] : [alert];
  });

test('each alert has a unit test that makes it fire, and one that sees it clear afterwards', () => {
  expect(untested(trials)).toEqual([]);
  const tested = files('alerts/tests', '.test.yml').flatMap(
    (file) => yaml<UnitTest>(`alerts/tests/${file}`).rule_files,
  );
  expect(tested.sort()).toEqual(ruleFiles.map((file) => `../${file}`).sort());
});

test('an alert without a test that sees it clear is found, and one that clears only before it fires', () => {
  const [first] = trials;
  const others = trials.filter(({ alertname }) => alertname !== first?.alertname);
  const fires = { ...first, eval_time: '10m', exp_alerts: [{}] } as Trial;
  const before = { ...fires, eval_time: '1m', exp_alerts: [] };
  expect([untested([...others, fires]), untested([...others, before, fires])]).toEqual([
    [first?.alertname],
    [first?.alertname],
  ]);
});

test('each alert leads to its own section of the page of alerts, which shows a command', () => {
  const page = 'docs/operations/alerts.md';
  const sections = new Map(
    text(page)
      .split(/^### /m)
      .slice(1)
      .map((section) => [section.split('\n', 1)[0]?.trim() ?? '', section] as const),
  );
  for (const { alert, annotations } of rules) {
    expect(annotations?.runbook).toBe(`${page}#${alert.toLowerCase()}`);
    expect({ alert, section: sections.get(alert) ?? '' }).toEqual({
      alert,
      section: expect.stringMatching(/`[^`]+`|```/) as string,
    });
  }
  const names = new Set(rules.map(({ alert }) => alert));
  expect([...sections.keys()].filter((name) => !names.has(name))).toEqual([]);
});

test('there are four dashboards, written by their tool, and each panel asks for something', () => {
  expect(dashboards).toHaveLength(4);
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(4);
  expect(panels.filter(({ targets }) => targets.length === 0)).toEqual([]);
  const { status, stderr } = spawnSync(process.execPath, ['tools/dashboards.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('Prometheus scrapes every app of compose at the port of its metrics, which no app publishes', () => {
  type Config = {
    scrape_configs: { job_name: string; static_configs: { targets: string[]; labels: { service: string } }[] }[];
  };
  const scraped = yaml<Config>('prometheus.yml').scrape_configs.flatMap((job) => job.static_configs);
  type Compose = { services: Record<string, { environment?: Record<string, string>; ports?: string[] }> };
  const { services } = parse(text('docker-compose.yml'), { merge: true }) as Compose;
  const measured = Object.entries(services).filter(
    ([, { environment }]) => environment?.['METRICS_PORT'] !== undefined,
  );
  const port = '9464';
  expect(scraped.map(({ targets: [target], labels }) => [labels.service, target])).toEqual(
    measured.map(([name, { environment }]) => {
      expect(environment?.['METRICS_PORT']).toBe(`\${METRICS_PORT:-${port}}`);
      return [name, `${name}:${port}`];
    }),
  );
  expect(measured.flatMap(([, { ports = [] }]) => ports).filter((one) => one.endsWith(`:${port}`))).toEqual([]);
});

test('the page of metrics is the table', () => {
  const cells = (row: string): string[] =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const written = text('docs/operations/metrics.md')
    .split('\n')
    .filter((line) => /^\| `[a-z_]+` +\|/.test(line))
    .map(cells);
  const rows = Object.entries(metricTable).map(([name, { type, unit, labels, owner, meaning }]) => [
    `\`${name}\``,
    type,
    unit,
    labels.map((label) => `\`${label}\``).join(' '),
    owner,
    meaning,
  ]);
  expect(written).toEqual(rows);
});
