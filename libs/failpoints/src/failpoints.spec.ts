import { setTimeout as pause } from 'node:timers/promises';
import type { FailAction, FailOrder, FailReport } from './fail-order.js';
import { hit, rehearse, repeatable } from './hit.js';
import { obeyRehearsal } from './obey-rehearsal.js';
import { FailpointStruck } from './strike.js';

const REHEARSAL = { NODE_ENV: 'development', CONTROLLED_CLOCK: true, FAILPOINTS: true };

/** A parent process that gives orders, and the reports that it received. */
function parentOf() {
  const reports: FailReport[] = [];
  const listeners: ((message: unknown) => void)[] = [];
  return {
    reports,
    listeners,
    give: (order: FailOrder | object) => listeners.forEach((listener) => listener(order)),
    parent: {
      send: (report: FailReport, sent: (error: null) => void) => {
        reports.push(report);
        setImmediate(() => sent(null));
      },
      on: (_event: 'message', listener: (message: unknown) => void) => void listeners.push(listener),
    },
  };
}

afterEach(() => rehearse(undefined));

function underOrders() {
  const { parent, ...rest } = parentOf();
  obeyRehearsal(REHEARSAL, parent);
  return rest;
}
const order = (action: FailAction, nth = 1, ms = 0): FailOrder => ({ failpoint: 'job:taken', nth, action, ms });
const refused = (work: Promise<void> | undefined) => expect(work).rejects.toThrow(FailpointStruck);

test('without a rehearsal a hit is nothing at all, and work runs as it is', async () => {
  expect(hit('job:taken')).toBeUndefined();
  const work = async () => 7;
  expect(await repeatable(work)).toBe(7);
});

// prettier-ignore
test.each([
  ['in production',                     { NODE_ENV: 'production' }],
  ['in production on its own clock',    { NODE_ENV: 'production', CONTROLLED_CLOCK: false }],
  ['on the clock of the machine',       { CONTROLLED_CLOCK: false }],
])('FAILPOINTS is refused %s, and nothing is armed', (_, change) => {
  const { parent, listeners } = parentOf();
  expect(() => obeyRehearsal({ ...REHEARSAL, ...change }, parent)).toThrow('rehearsals');
  expect(listeners).toEqual([]);
  expect(hit('job:taken')).toBeUndefined();
});

test('a process whose parent opened no channel cannot be ordered anything', () => {
  const { parent } = parentOf();
  expect(() => obeyRehearsal(REHEARSAL, { on: parent.on })).toThrow('channel');
});

test('a service without FAILPOINTS does not even listen', () => {
  const { parent, listeners } = parentOf();
  expect(obeyRehearsal({ ...REHEARSAL, FAILPOINTS: false }, parent)).toBeUndefined();
  expect(listeners).toEqual([]);
});

test('the n-th hit is struck, once, and reported before', async () => {
  const { give, reports } = underOrders();
  await hit('job:taken');
  give(order('throw', 2));
  await hit('job:taken');
  await hit('job:done');
  await refused(hit('job:taken'));
  await hit('job:taken');
  expect(reports).toEqual([
    { failpoint: 'armed', order: order('throw', 2) },
    { failpoint: 'struck', order: order('throw', 2) },
  ]);
});

test('what is no order is not obeyed', async () => {
  const { give, reports } = underOrders();
  give({ environment: {} });
  await hit('job:taken');
  expect(reports).toEqual([]);
});

test('a hanging hit lets everything else go on, a frozen process nothing', async () => {
  const { give } = underOrders();
  for (const [action, expected] of [
    ['hang', ['other', 'struck']],
    ['freeze', ['struck', 'other']],
  ] as const) {
    const log: string[] = [];
    const startedAt = performance.now();
    setTimeout(() => log.push('other'), 20);
    give(order(action, 1, 80));
    await hit('job:taken');
    log.push('struck');
    expect(performance.now() - startedAt).toBeGreaterThan(75);
    await pause(20);
    expect({ action, log }).toEqual({ action, log: expected });
  }
});

test('a duplicate runs the work around it a second time', async () => {
  const { give } = underOrders();
  let runs = 0;
  const work = async () => {
    runs += 1;
    await hit('job:taken');
    return runs;
  };
  give(order('duplicate', 1, 1_000));
  expect(await repeatable(work)).toBe(2);
  expect(await repeatable(work)).toBe(3);
});

test('a duplicate that hangs or fails does not stop the first delivery', async () => {
  const { give } = underOrders();
  for (const outcome of ['hangs', 'fails']) {
    let isFirst = true;
    const work = async () => {
      if (!isFirst) return outcome === 'hangs' ? new Promise(() => undefined) : Promise.reject(new Error('second'));
      isFirst = false;
      await hit('job:taken');
      return 'done';
    };
    give(order('duplicate', 1, 10));
    expect(await repeatable(work)).toBe('done');
  }
});

test('where nothing is delivered twice, a duplicate fails loudly', async () => {
  const { give } = underOrders();
  give(order('duplicate'));
  await refused(hit('job:taken'));
});
