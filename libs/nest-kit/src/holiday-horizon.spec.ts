import { addDays, HORIZON_DAYS_MIN, holidaysKnownUntil } from '@jeongsan/calendar';
import { Logger } from '@nestjs/common';
import { HolidayHorizon } from './holiday-horizon.js';
import { Metrics } from './metrics/metrics.js';

const noonAhead = (days: number): Date => new Date(`${addDays(holidaysKnownUntil(), -days)}T12:00:00+09:00`);

// prettier-ignore
test.each([
  [HORIZON_DAYS_MIN,     false],
  [HORIZON_DAYS_MIN - 1, true],
  [-1,                   true],
])('%d days before the known holidays end, a warning is logged and shown: %s', async (days, isShort) => {
  const metrics = new Metrics();
  const horizon = new HolidayHorizon(metrics, () => noonAhead(days));
  const warnings: unknown[] = [];
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation((message: unknown) => void warnings.push(message));
  horizon.onApplicationBootstrap();
  horizon.onApplicationShutdown();
  warn.mockRestore();
  const shown = { knownUntil: holidaysKnownUntil(), days };
  expect(horizon.short()).toEqual(isShort ? shown : undefined);
  expect(warnings).toHaveLength(isShort ? 1 : 0);
  expect(await metrics.text()).toContain(`calendar_known_days ${days}`);
});
