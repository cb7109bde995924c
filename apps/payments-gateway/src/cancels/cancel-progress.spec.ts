import { progressOf } from './cancel-progress.js';

// prettier-ignore
test.each([
  ['DONE',        'done'],
  ['ABORTED',     'refused'],
  ['IN_PROGRESS', 'waits'],
  ['QUEUED',      'waits'], // named by no document
  ['toString',    'waits'],
  [undefined,     'done'],  // an older answer
  [null,          'done'],
])('a cancel with the status %p is %s', (cancelStatus, progress) => {
  expect(progressOf({ cancelStatus })).toBe(progress);
});
