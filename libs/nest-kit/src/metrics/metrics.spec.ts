import { metricTable } from './metric-table.js';
import { Metrics } from './metrics.js';
import { portOf, serveMetrics } from './metrics-port.js';
import { by, one, reading } from './reading.js';

test('a metric has type, labels and meaning of the table', async () => {
  const metrics = new Metrics();
  metrics.counter('event_deliveries_total').inc({ event: 'payout.changed', outcome: 'delivered' });
  metrics.gauge('held_won', () => by('reason', [['DISPUTE', 12_345_678_901n]]));
  const text = await metrics.text();
  expect(text).toContain(`# HELP held_won ${metricTable.held_won.meaning}`);
  expect(text).toContain('held_won{reason="DISPUTE"} 12345678901');
  expect(text).toContain('event_deliveries_total{event="payout.changed",outcome="delivered"} 1');
});

test('what a gauge showed before is gone with its next reading, and so is the 0 of a gauge without labels', async () => {
  const metrics = new Metrics();
  let rows: [string, number][] = [['DISPUTE', 1]];
  metrics.gauge('held_won', () => by('reason', rows));
  metrics.gauge('proof_age_seconds', () => (rows.length > 0 ? one(5) : []));
  expect(await metrics.text()).toContain('proof_age_seconds 5');
  rows = [];
  const lines = (await metrics.text()).split('\n').filter((line) => !line.startsWith('#') && line !== '');
  expect(lines).toEqual([]);
});

test('a name that is not in the table, a wrong type, a wrong label and a forgotten gauge do not compile', () => {
  const metrics = new Metrics();
  // @ts-expect-error: no such metric
  const unknown = () => metrics.counter('payouts_lost_total');
  // @ts-expect-error: a gauge is no counter
  const wrongType = () => metrics.counter('held_won');
  // @ts-expect-error: held_won has the label reason
  const wrongLabel = () => metrics.gauge('held_won', () => [{ labels: { seller: 's1' }, value: 1 }]);
  // @ts-expect-error: held_sellers is declared and not read
  const forgotten = () => reading('holds', ['held_won', 'held_sellers'], async () => ({ held_won: [] }));
  expect([unknown, wrongType, wrongLabel, forgotten]).toHaveLength(4);
});

test('a port of its own serves the metrics, and nothing else', async () => {
  const metrics = new Metrics();
  metrics.gauge('calendar_known_days', () => one(500));
  const server = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' });
  try {
    const url = `http://127.0.0.1:${portOf(server)}`;
    const reply = await fetch(`${url}/metrics`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, metrics.contentType]);
    expect(await reply.text()).toContain('calendar_known_days 500');
    for (const [path, method] of [
      ['/health/live', 'GET'],
      ['/metrics', 'POST'],
    ] as const)
      expect((await fetch(`${url}${path}`, { method })).status).toBe(404);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
