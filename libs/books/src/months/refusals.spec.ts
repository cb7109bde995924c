import { MonthRefused } from './month-files.js';
import { refusing } from './refusals.js';

const failing = (code: string) => refusing(() => Promise.reject(Object.assign(new Error('why'), { code })));

// prettier-ignore
test.each([
  ['JS008', 'why'],
  ['JS010', 'why'],
  ['55P03', 'why: services use the table, run it again'],
  ['40001', 'why: another command changes the month, run it again'],
])('%s is a refusal with its reason', async (code, message) => {
  await expect(failing(code)).rejects.toEqual(new MonthRefused(message));
});

test('any other error stays what it is', async () => {
  await expect(failing('42P01')).rejects.not.toBeInstanceOf(MonthRefused);
});
