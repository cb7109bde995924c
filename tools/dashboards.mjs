/**
 * `node tools/dashboards.mjs`: writes the dashboards for Grafana from the tables below to deploy/observability/dashboards.
 * `--check`: writes nothing, and ends with 1 when a file is not what would be written. Every query takes `max` over the replicas
 * of gauges that are read from the database, and shows 0 rather than nothing where nothing is what should be there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

const folder = fileURLToPath(new URL('../deploy/observability/dashboards/', import.meta.url));

/** The part of .oxfmtrc.json that concerns JSON. */
const STYLE = { printWidth: 120 };

/** Grafana's names of units. Won have no fraction. */
const units = { won: 'currencyKRW', seconds: 's', count: 'short', rate: 'cps', share: 'percentunit', bytes: 'bytes' };

const stat = (title, unit, ...queries) => ({ kind: 'stat', title, unit, queries });
const lines = (title, unit, ...queries) => ({ kind: 'timeseries', title, unit, queries });
/** A query and the legend of its lines. */
const query = (expr, legend = '') => ({ expr, legend });

const CALLS = 'provider_call_duration_seconds';
const HTTP = 'http_request_duration_seconds';

const dashboards = {
  'money-today': {
    title: 'Money today',
    panels: [
      stat('Oldest payout without an outcome', 'seconds', query('max(payout_unknown_oldest_seconds)')),
      stat('Parked payouts', 'count', query('max(payouts_open{state="parked"})')),
      stat('Days since the last proof', 'count', query('max(proof_days_behind)')),
      stat('Cash missing', 'won', query('max(cash_missing_won)')),
      stat('Lines after their legal deadline', 'count', query('max(payment_deadline_overdue_lines)')),
      stat(
        'Money to keep apart that is missing',
        'won',
        query('sum(max by (rule) (segregation_missing_won)) or vector(0)'),
      ),
      lines('Payouts of the last 48 hours', 'count', query('max by (state) (payouts_drafted)', '{{state}}')),
      lines('Their amounts', 'won', query('max by (state) (payouts_drafted_won)', '{{state}}')),
      lines('Payouts that have not ended', 'count', query('max by (state) (payouts_open)', '{{state}}')),
      lines('Their amounts', 'won', query('max by (state) (payouts_open_won)', '{{state}}')),
      lines('Runs that are not over', 'count', query('max by (state) (payout_runs)', '{{state}}')),
      lines('Age of the oldest run', 'seconds', query('max by (state) (payout_run_oldest_seconds)', '{{state}}')),
      lines('Held money', 'won', query('max by (reason) (held_won) or vector(0)', '{{reason}}')),
      lines('Held sellers', 'count', query('max by (reason) (held_sellers) or vector(0)', '{{reason}}')),
      lines(
        'Cash against need',
        'won',
        query('max(cash_free_won)', 'free'),
        query('max(cash_needed_won)', 'needed'),
        query('max(cash_missing_won)', 'missing'),
      ),
      lines(
        'Legal deadlines ahead',
        'count',
        query('max by (days) (payment_deadline_ahead_lines)', 'within {{days}} days'),
        query('max(payment_deadline_overdue_lines)', 'over'),
      ),
      lines(
        'Owed before legal deadlines',
        'won',
        query('max by (days) (payment_deadline_ahead_won)', 'within {{days}} days'),
      ),
      lines('Money without an order', 'won', query('max by (because) (unallocated_won)', '{{because}}')),
      lines('Payments without an order', 'count', query('max by (because) (unallocated_payments)', '{{because}}')),
      lines('Age of the oldest of it', 'seconds', query('max(unallocated_oldest_seconds)')),
      lines('Age of the last proof', 'seconds', query('max(proof_age_seconds)')),
      lines(
        'Open breaks',
        'count',
        query('max by (class, severity) (breaks_open) or vector(0)', '{{class}} {{severity}}'),
      ),
      lines('Amounts of open breaks', 'won', query('max by (class) (breaks_open_won) or vector(0)', '{{class}}')),
      lines(
        'Age of the oldest break',
        'seconds',
        query('max by (class) (break_oldest_seconds) or vector(0)', '{{class}}'),
      ),
    ],
  },
  'provider-and-sending': {
    title: 'Provider and sending',
    panels: [
      stat('Sending stopped', 'seconds', query('max by (because) (dispatch_stopped_seconds)', '{{because}}')),
      stat('Open findings of the guard', 'count', query('max(provider_findings_open)')),
      stat('Payments without an outcome', 'count', query('max(payments_unanswered)')),
      stat('Oldest of them', 'seconds', query('max(payment_unanswered_oldest_seconds)')),
      stat('Days of known holidays', 'count', query('min(calendar_known_days)')),
      stat('Contradictions in a day', 'count', query('sum(increase(gateway_contradictions_total[1d]))')),
      lines('Requests by outcome', 'rate', query(`sum by (outcome) (rate(${CALLS}_count[5m]))`, '{{outcome}}')),
      lines(
        'Requests that fail or get no answer',
        'share',
        query(
          `(sum(rate(${CALLS}_count{outcome=~"failed|no-answer"}[5m])) or vector(0)) / sum(rate(${CALLS}_count[5m]))`,
        ),
      ),
      lines(
        'Requests by operation',
        'rate',
        query(`topk(10, sum by (operation) (rate(${CALLS}_count[5m])))`, '{{operation}}'),
      ),
      lines(
        'Time of an answer, 95 of 100',
        'seconds',
        query(
          `topk(10, histogram_quantile(0.95, sum by (le, operation) (rate(${CALLS}_bucket[5m]))))`,
          '{{operation}}',
        ),
      ),
      lines('Payouts on their way', 'count', query('max by (state) (payouts_open{state!="planned"})', '{{state}}')),
      lines('Runs that a limit keeps', 'count', query('max by (reason) (payout_runs_paused)', '{{reason}}')),
    ],
  },
  'queues-and-webhooks': {
    title: 'Queues and webhooks',
    panels: [
      stat('Dead jobs', 'count', query('sum(max by (job_name) (jobs_dead))')),
      stat('Oldest job not taken to Redis', 'seconds', query('max(outbox_unpublished_oldest_seconds)')),
      stat('Latest schedule', 'seconds', query('max(schedule_late_seconds)')),
      stat('Oldest look of a webhook', 'seconds', query('max(inbox_look_oldest_seconds)')),
      stat('Latest delivery', 'seconds', query('max(delivery_late_seconds)')),
      stat('Paused endpoints', 'count', query('max(webhook_endpoints{state="paused"})')),
      lines('Due jobs', 'count', query('topk(10, max by (job_name) (jobs_due))', '{{job_name}}')),
      lines(
        'Age of the oldest due job',
        'seconds',
        query('topk(10, max by (job_name) (job_due_oldest_seconds))', '{{job_name}}'),
      ),
      lines(
        'Jobs whose time has not come',
        'count',
        query('topk(10, max by (job_name) (jobs_waiting))', '{{job_name}}'),
      ),
      lines('Dead jobs', 'count', query('topk(10, max by (job_name) (jobs_dead))', '{{job_name}}')),
      lines('Due jobs not taken to Redis', 'count', query('max by (service) (outbox_unpublished)', '{{service}}')),
      lines(
        'Schedules behind their time',
        'seconds',
        query('topk(10, max by (schedule) (schedule_late_seconds))', '{{schedule}}'),
      ),
      lines("Looks of the provider's webhooks", 'count', query('max by (state) (inbox_looks)', '{{state}}')),
      lines(
        "The provider's webhooks",
        'rate',
        query('sum by (outcome) (rate(provider_webhooks_total[5m])) or vector(0)', '{{outcome}}'),
      ),
      lines('Bytes of webhooks in memory', 'bytes', query('sum by (pool) (provider_webhook_bytes)', '{{pool}}')),
      lines('Endpoints of consumers', 'count', query('max by (state) (webhook_endpoints)', '{{state}}')),
      lines(
        'Deliveries by endpoint',
        'rate',
        query(
          'topk(10, sum by (endpoint_id, outcome) (rate(endpoint_deliveries_total[5m]))) or vector(0)',
          '{{endpoint_id}} {{outcome}}',
        ),
      ),
      lines(
        'Deliveries by event',
        'rate',
        query('sum by (event, outcome) (rate(event_deliveries_total[5m])) or vector(0)', '{{event}} {{outcome}}'),
      ),
      lines(
        'Events that wait for an endpoint',
        'count',
        query('topk(10, max by (endpoint_id) (deliveries_pending)) or vector(0)', '{{endpoint_id}}'),
      ),
      lines(
        'How long nothing arrived at an endpoint',
        'seconds',
        query('max by (endpoint_id) (endpoint_failing_seconds) or vector(0)', '{{endpoint_id}}'),
      ),
    ],
  },
  services: {
    title: 'Services',
    panels: [
      lines('Answers', 'count', query('up{job="jeongsan"}', '{{service}} {{instance}}')),
      lines('Requests', 'rate', query(`sum by (service) (rate(${HTTP}_count{job="jeongsan"}[5m]))`, '{{service}}')),
      lines(
        'Answers 5xx',
        'share',
        query(
          `(sum by (service) (rate(${HTTP}_count{job="jeongsan", status=~"5.."}[5m])) or 0 * sum by (service) (rate(${HTTP}_count{job="jeongsan"}[5m]))) / sum by (service) (rate(${HTTP}_count{job="jeongsan"}[5m]))`,
          '{{service}}',
        ),
      ),
      lines(
        'Time of an answer, 95 of 100',
        'seconds',
        query(
          `histogram_quantile(0.95, sum by (le, service) (rate(${HTTP}_bucket{job="jeongsan"}[5m])))`,
          '{{service}}',
        ),
      ),
      lines(
        'Slowest routes, 95 of 100',
        'seconds',
        query(
          `topk(10, histogram_quantile(0.95, sum by (le, service, route) (rate(${HTTP}_bucket{job="jeongsan"}[5m]))))`,
          '{{service}} {{route}}',
        ),
      ),
      lines('Memory', 'bytes', query('process_resident_memory_bytes{job="jeongsan"}', '{{service}} {{instance}}')),
      lines(
        'Processor',
        'share',
        query('rate(process_cpu_seconds_total{job="jeongsan"}[5m])', '{{service}} {{instance}}'),
      ),
      lines(
        'Event loop, 99 of 100, without the 100 ms between samples',
        'seconds',
        query('clamp_min(nodejs_eventloop_lag_p99_seconds{job="jeongsan"} - 0.1, 0)', '{{service}} {{instance}}'),
      ),
      lines(
        'Reading the metrics from Postgres',
        'seconds',
        query('max by (reading) (metrics_reading_seconds)', '{{reading}}'),
      ),
      lines(
        'Readings that failed',
        'count',
        query('sum by (reading) (increase(metrics_reading_failures_total[15m]))', '{{reading}}'),
      ),
    ],
  },
};

const WIDTH = { stat: 4, timeseries: 12 };
const HEIGHT = { stat: 4, timeseries: 8 };
const datasource = { type: 'prometheus', uid: '${datasource}' };

/** Places panels from left to right in rows of 24 columns, and starts a row when the kind of panel changes. */
function placed(panels) {
  let [x, y, height] = [0, 0, 0];
  return panels.map((panel, index) => {
    const [w, h] = [WIDTH[panel.kind], HEIGHT[panel.kind]];
    const isNewKind = index > 0 && panels[index - 1].kind !== panel.kind;
    if (x + w > 24 || isNewKind) [x, y] = [0, y + height];
    height = h;
    const at = { ...panel, gridPos: { x, y, w, h }, id: index + 1 };
    x += w;
    return at;
  });
}

const panelOf = ({ id, kind, title, unit, queries, gridPos }) => ({
  id,
  type: kind,
  title,
  datasource,
  gridPos,
  fieldConfig: { defaults: { unit: units[unit], ...(unit !== 'won' && { min: 0 }) }, overrides: [] },
  targets: queries.map(({ expr, legend }, index) => ({
    refId: String.fromCharCode(65 + index),
    datasource,
    expr,
    ...(legend !== '' && { legendFormat: legend }),
  })),
});

const dashboardOf = (name, { title, panels }) => ({
  uid: `jeongsan-${name}`,
  title: `Jeongsan: ${title}`,
  tags: ['jeongsan'],
  timezone: 'Asia/Seoul',
  schemaVersion: 39,
  refresh: '30s',
  time: { from: 'now-24h', to: 'now' },
  templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
  panels: placed(panels).map(panelOf),
});

const isCheck = process.argv.includes('--check');
const stale = [];
for (const [name, dashboard] of Object.entries(dashboards)) {
  const file = join(folder, `${name}.json`);
  const { code: text } = await format(file, JSON.stringify(dashboardOf(name, dashboard)), STYLE);
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) stale.push(file);
}
if (stale.length > 0) {
  console.error(`Not what tools/dashboards.mjs writes: ${stale.join(', ')}`);
  process.exitCode = 1;
}
