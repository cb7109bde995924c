import { faultIn, fileFaultIn, type Field, typed, wonTyped } from './action.js';

const field = (more: Partial<Field> & Pick<Field, 'kind'>): Field => ({ name: 'f', label: 'f', ...more }) as Field;

test.each([
  [field({ kind: 'text' }), '  ', 'needed'],
  [field({ kind: 'text', isOptional: true }), '', undefined],
  [field({ kind: 'reason' }), 'ab', 'tooShort'],
  [field({ kind: 'reason' }), '확인함', undefined],
  [field({ kind: 'reason', isOptional: true }), 'ab', 'tooShort'],
  [field({ kind: 'won' }), '1,000', undefined],
  [field({ kind: 'won' }), '-5', undefined],
  [field({ kind: 'won' }), '1.5', 'notWhole'],
  [field({ kind: 'yes' }), '', undefined],
])('%j with "%s": %s', (of, text, fault) => {
  expect(faultIn(of, text)).toBe(fault);
});

test('what is typed becomes what the API takes', () => {
  expect(wonTyped('1,234')).toBe(1_234);
  expect(wonTyped(' ')).toBeUndefined();
  expect(typed('  a ')).toBe('a');
  expect(typed(' ')).toBeUndefined();
});

test.each([
  ['no file', null, 'needed'],
  ['an empty file', { size: 0 }, 'fileEmpty'],
  ['a file', { size: 1 }, undefined],
])('%s is checked before the service is asked', (_, file, fault) => {
  expect(fileFaultIn(file)).toBe(fault);
});
