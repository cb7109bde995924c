import { createHash } from 'node:crypto';
import { clockStartOf, playMarket, startPlatform, type Platform } from '../src/index.js';
import { market } from './canary/plant.js';
import { openSink, type Sink } from './canary/sink.js';
import { spansOf, treeOf, type Told } from './story/spans.js';

const ORDER = 'canary-order-2';
let traces: Sink;
let spans: Told[];
let payout: Readonly<{ id: string; runId: string }>;

beforeAll(async () => {
  traces = await openSink('trace');
  const clockStartsAt = clockStartOf(market);
  let platform: Platform | undefined;
  try {
    platform = await startPlatform({
      name: 'scenario-story',
      fresh: true,
      clockStartsAt,
      peopleApprove: true,
      tracesTo: traces.url,
    });
    await playMarket({ market, platform });
    const { items } = await platform.clients.scheduler.listPayoutViews({ query: { state: 'paid' } });
    const { lines } = await platform.clients.scheduler.explainOrder({
      params: { orderId: ORDER },
      query: { lang: 'en', audience: 'operator' },
    });
    const paid = items.find(({ id }) => textOf(lines).includes(id));
    if (!paid) throw new Error(`No payout paid order ${ORDER}`);
    payout = paid;
  } finally {
    // A process sends the rest of its traces when it stops.
    await platform?.stop();
    traces.close();
  }
  spans = spansOf(traces.got);
});

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}` : member));

/** As docs/operations/metrics.md says it, without our own code. */
const traceIdOf = (story: string): string => createHash('sha256').update(story).digest('hex').slice(0, 32);

test('the story of an order is one trace from its registration to its payment to the seller', () => {
  const story = spans.filter(({ traceId }) => traceId === traceIdOf(`order/${ORDER}`));
  const [root, ...steps] = story;
  expect([root?.name, root?.parentSpanId, root?.service]).toEqual([`order ${ORDER}`, undefined, 'payments-gateway']);
  expect(steps.map(({ name, service, parentSpanId }) => [name, service, parentSpanId])).toEqual([
    ['payment approved', 'payments-gateway', root?.spanId],
    ['payout paid', 'payout-scheduler', root?.spanId],
  ]);
  expect(steps.at(-1)?.attributes).toMatchObject({
    'jeongsan.order_id': ORDER,
    'jeongsan.run_id': payout.runId,
    'jeongsan.payout_id': payout.id,
  });
});

test('with its links it is one tree: the requests, the run with its approval, the batch, the webhook and the look that saw it paid', () => {
  const root = spans.find(({ name }) => name === `order ${ORDER}`);
  if (!root) throw new Error('The story has no beginning');
  const tree = treeOf(spans, root);
  console.log(tree.join('\n'));
  const steps = [
    [`order ${ORDER}`, 'payments-gateway'],
    ['payment approved', 'payments-gateway'],
    ['payout paid', 'payout-scheduler'],
    ['job payout.observe', 'payout-scheduler'],
    [`run ${payout.runId}`, 'payout-scheduler'],
    ['job payout-run.draft', 'payout-scheduler'],
    ['run approved', 'payout-scheduler'],
    ['batch accepted', 'payout-scheduler'],
    ['job payout-batch.send', 'payout-scheduler'],
  ] as const;
  for (const [name, service] of steps)
    expect(tree).toContainEqual(expect.stringContaining(`${name} [${service}]`) as unknown);
  // The look is enqueued by the request of the webhook.
  expect(tree.some((line) => line.includes('[webhook-ingestor]'))).toBe(true);
  expect(tree.join('\n')).toContain(`payout_id=${payout.id}`);
});
