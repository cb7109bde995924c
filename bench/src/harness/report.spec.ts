import { failures, resultText, type Reported } from './report.js';
import type { Finding, Verdict } from './verdict.js';

const found = (verdict: Verdict): Finding => ({
  what: 'posts/s over the floor',
  ratio: { median: 0.41, min: 0.39, max: 0.5 },
  line: { atLeast: 0.6, aim: 0.9 },
  verdict,
});
const reported = (verdict: Verdict, problems: string[] = []): Reported => ({
  measurement: { name: 'ledger-spread', title: 'posting', run: () => Promise.reject(new Error('not here')) },
  result: { summaries: [], findings: [found(verdict)], notes: [], problems },
});

const wrong = ['All entries add up to 5'];
// prettier-ignore
test.each([
  ['a good run',                        reported('pass'),                   true,  0],
  ['a number beyond its line',          reported('beyond the line'),        true,  1],
  ['one that is not judged',            reported('beyond the line'),        false, 0],
  ['one that is noisy',                 reported('noisy'),                  true,  0],
  ['a fast wrong ledger',               reported('pass', wrong),            true,  1],
  ['a wrong ledger in a quick run',     reported('noisy', wrong),           false, 1],
] as const)('%s fails as it should', (_, run, judges, count) => {
  expect(failures([run], { judges })).toHaveLength(count);
});

test('a failure says what, how much, and where the line is', () => {
  expect(failures([reported('beyond the line')], { judges: true })).toEqual([
    'ledger-spread: posts/s over the floor is 0.41, not >= 0.6',
  ]);
});

test('wrong results stand out in the report', () => {
  expect(resultText(reported('pass', wrong))).toContain('WRONG: All entries add up to 5');
});
