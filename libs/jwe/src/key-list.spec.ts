import { HexKeys } from './index.js';

const [newer, older] = ['a1'.repeat(32), 'B2'.repeat(32)];

test('keys are separated by commas, newest first, with spaces or without', () => {
  expect(HexKeys.parse(newer)).toEqual([newer]);
  expect(HexKeys.parse(`${newer},${older}`)).toEqual([newer, older]);
  expect(HexKeys.parse(` ${newer} , ${older} `)).toEqual([newer, older]);
});

test.each([
  ['', [0]],
  ['abc', [0]],
  [`${newer}0`, [0]],
  [`0${newer}`, [0]],
  [`${newer},`, [1]],
  [`${newer},${older}g`, [1]],
])('%j is refused: the place of what is no key is named, and never what stands there', (text, path) => {
  const issues = HexKeys.safeParse(text).error?.issues;
  expect(issues).toMatchObject([{ path, message: 'is not 64 hex characters' }]);
});
