import { BusinessDate, BusinessMonth, NamedInstant } from './values.js';

// prettier-ignore
test.each([
  [BusinessDate,  '1999-12-31',                 false],
  [BusinessDate,  '2000-01-01',                 true],
  [BusinessDate,  '2026-02-29',                 false],
  [BusinessDate,  '2100-12-31',                 true],
  [BusinessDate,  '2101-01-01',                 false],
  [BusinessDate,  '9999-12-31',                 false],
  [BusinessMonth, '0000-01',                    false],
  [BusinessMonth, '1999-12',                    false],
  [BusinessMonth, '2000-01',                    true],
  [BusinessMonth, '2026-13',                    false],
  [BusinessMonth, '2100-12',                    true],
  [BusinessMonth, '2101-01',                    false],
  [NamedInstant,  '1999-12-31T14:59:59Z',       false],
  [NamedInstant,  '1999-12-31T15:00:00Z',       true],
  [NamedInstant,  '2026-05-08T00:30:00+09:00',  true],
  [NamedInstant,  '2100-12-31T23:59:59+09:00',  true],
  [NamedInstant,  '2100-12-31T23:59:59Z',       false],
  [NamedInstant,  '9999-12-31T23:59:59-12:00',  false],
])('%#: a caller names a time within a hundred years', (schema, text, expected) => {
  expect(schema.safeParse(text).success).toBe(expected);
});
