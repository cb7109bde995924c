import { addDays, holidaysKnownUntil, seoulIso } from '@jeongsan/calendar';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';

const nextYear = addDays(holidaysKnownUntil(), 1).slice(0, 4);
const holidays = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`${nextYear}-${String(i + 1).padStart(2, '0')}-03`, '공휴일']),
);
const moved = async (sandbox: Sandbox): Promise<string> => {
  const now = new Date(`${nextYear}-01-04T10:00:00+09:00`);
  return sandbox.control.setClock({ body: { now, mode: 'frozen' } }).then(
    (clock) => seoulIso(clock.now),
    (error: { code: string }) => error.code,
  );
};

test('the clock goes into a year that EXTRA_HOLIDAYS names, and into no other year without known holidays', async () => {
  const [told, untold] = [await startSandbox({ EXTRA_HOLIDAYS: JSON.stringify(holidays) }), await startSandbox()];
  expect([await moved(told), await moved(untold)]).toEqual([`${nextYear}-01-04T10:00:00+09:00`, 'NOT_POSSIBLE']);
  await told.stop();
  await untold.stop();
});
