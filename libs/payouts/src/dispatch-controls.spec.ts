import { DispatchHalted, roomWithin, type DispatchLimits, type RunLimit } from './dispatch-controls.js';

const limits = (runCap: bigint | null, dayCap: bigint | null): DispatchLimits => ({
  ...{ runCap, dayCap },
  ...{ duplicateDays: 7, duplicatePayoutsMin: 3 },
});

// prettier-ignore
test.each<[string, bigint | null, bigint | null, bigint, bigint, RunLimit[], [bigint, RunLimit] | null]>([
  ['without caps there is no limit',              null, null,   500n, 900n, [],                     null],
  ['the cap of a run leaves what it has not sent', 800n, null,  500n, 900n, [],                     [300n, 'RUN_CAP']],
  ['the cap of a day counts every run',            null, 1000n, 500n, 900n, [],                     [100n, 'DAY_CAP']],
  ['the narrower one counts',                      800n, 1000n, 500n, 900n, [],                     [100n, 'DAY_CAP']],
  ['of two equal ones the run is named',           600n, 1000n, 500n, 900n, [],                     [100n, 'RUN_CAP']],
  ['one that somebody let pass counts no more',    800n, 1000n, 500n, 900n, ['DAY_CAP'],            [300n, 'RUN_CAP']],
  ['both let pass: no limit',                      800n, 1000n, 500n, 900n, ['DAY_CAP', 'RUN_CAP'], null],
  ['letting a duplicate pass lets no cap pass',    800n, null,  500n, 900n, ['DUPLICATE_RUN'],      [300n, 'RUN_CAP']],
  ['a cap that was lowered leaves less than nothing', 400n, null, 500n, 900n, [],                   [-100n, 'RUN_CAP']],
])('%s', (_, runCap, dayCap, run, day, passed, expected) => {
  const room = roomWithin(limits(runCap, dayCap), { run, day, passed: new Set(passed) });
  expect(room && [room.left, room.limit]).toEqual(expected);
});

test('a batch that was stopped before its first byte says that it waits', () => {
  expect(new DispatchHalted('batch')).toMatchObject({
    name: 'DispatchHalted',
    message: expect.stringMatching(/ batch waits: all sending is stopped$/) as string,
  });
});
