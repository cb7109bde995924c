import { nextStop } from './next-stop.js';

const NOW = new Date('2026-05-01T00:00:00Z');
const at = (time: string) => `2026-05-01T${time}:00.000Z`;
const schedule = (name: string, time: string) => ({ name, nextRunAt: at(time), isDue: false });
const job = (name: string, time: string | null) => ({
  ...{ job: name, due: 0, waiting: 1, dead: 0 },
  nextRunAt: time === null ? null : at(time),
});
const stop = (schedules: ReturnType<typeof schedule>[], jobs: ReturnType<typeof job>[] = [], to = at('12:00')) => {
  const { at: time, happens } = nextStop(NOW, new Date(to), { jobs, schedules });
  return [time.toISOString().slice(11, 16), ...happens];
};

// prettier-ignore
test.each([
  ['nothing is due',                            stop([]),                                                       ['12:00']],
  ['the first of two nights',                   stop([schedule('night', '03:00'), schedule('draft', '04:00')]), ['03:00', 'night']],
  ['two at one time are one stop',              stop([schedule('a', '03:00'), schedule('b', '03:00')]),         ['03:00', 'a', 'b']],
  ['what is due later than asked for',          stop([schedule('night', '13:00')]),                             ['12:00']],
  ['what is due exactly then',                  stop([schedule('night', '12:00')]),                             ['12:00', 'night']],
  ['a look-around does not stop the clock',     stop([schedule('payout.poll', '00:10')]),                       ['12:00']],
  ['a job that waits',                          stop([], [job('payout-run.dispatch', '09:00')]),                ['09:00', 'payout-run.dispatch']],
  ['a job that repeats itself every minute',    stop([], [job('seller.register', '00:01')]),                    ['00:10', 'seller.register']],
  ['a kind of job of which none waits',         stop([], [job('seller.register', null)]),                       ['12:00']],
] as const)('the clock stops: %s', (_, found, expected) => expect(found).toEqual(expected));
