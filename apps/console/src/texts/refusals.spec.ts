import { apiCodes } from '@jeongsan/platform-contract';
import { meanings } from './refusals.ko.js';
import { nextStepOf } from './refusals.js';

const codes = Object.keys(apiCodes) as (keyof typeof apiCodes)[];

test('each code of the API has its meaning in Korean, one sentence without a stop', () => {
  expect(Object.keys(meanings).sort()).toEqual([...codes].sort());
  for (const text of Object.values(meanings)) expect(text).toMatch(/[가-힣].*[^.]$/);
});

test('each code has a next step in both languages', () => {
  for (const code of codes) expect(nextStepOf(code).every((text) => (text ?? '').length > 5)).toBe(true);
});

test.each([
  ['RUN_SECOND_PERSON_REQUIRED', 'Ask a second person'],
  ['DISPATCH_REAUTHENTICATION_REQUIRED', 'Sign in again'],
  ['RUN_LIMIT_EXCEEDED', 'higher limit'],
  ['RUN_STATE', 'Reload'],
  ['BREAK_CHANGED', 'Look at what is there now'],
  ['ORDER_NOT_FOUND', 'Check the id'],
  ['UNAVAILABLE', 'Try again'],
])('after %s a person is told: %s', (code, step) => {
  expect(nextStepOf(code)[0]).toContain(step);
});
