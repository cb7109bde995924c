import { schedules } from './schedules.js';

const nightly = schedules.find(({ name }) => name === 'settlement.reconcile');

// prettier-ignore
test.each([
  // started (UTC)           first run (UTC)             i.e. in Seoul
  ['2026-11-18T17:59:59Z', '2026-11-18T18:00:00.000Z'], // 19 November, 03:00
  ['2026-11-18T18:00:00Z', '2026-11-19T18:00:00.000Z'], // 20 November, 03:00
  ['2026-11-18T23:00:00Z', '2026-11-19T18:00:00.000Z'],
  ['2026-12-31T14:59:59Z', '2026-12-31T18:00:00.000Z'], // 1 January, 03:00
])('started at %s, the first night is at %s, and the next a day later', (started, first) => {
  const due = nightly?.firstRunAt(new Date(started)) ?? new Date(0);
  expect(due.toISOString()).toBe(first);
  expect(nightly?.following(due, due).getTime()).toBe(due.getTime() + 24 * 3_600_000);
});
