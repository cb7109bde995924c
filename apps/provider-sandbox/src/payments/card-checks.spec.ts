import { Refused } from '../api/refused.js';
import { checkCard } from './card-checks.js';
import { maskedCardNumber, testCards } from './test-cards.js';

const now = new Date('2026-03-31T23:59:59+09:00');
const nextMonth = new Date('2026-04-01T00:00:00+09:00');
const card = { cardNumber: '9410001234567890', cardExpirationYear: '26', cardExpirationMonth: '03' };

function verdictOf(written: Partial<Parameters<typeof checkCard>[0]>, at = now): string {
  try {
    return checkCard({ ...card, ...written }, at).issuerCode;
  } catch (error) {
    return error instanceof Refused ? error.code : 'BUG';
  }
}

// prettier-ignore
test.each([
  ['in the last second of its last month', {},                                                      '21'],
  ['of an earlier year',                   { cardExpirationYear: '25', cardExpirationMonth: '12' }, 'INVALID_CARD_EXPIRATION'],
  ['of month 00',                          { cardExpirationYear: '27', cardExpirationMonth: '00' }, 'INVALID_CARD_EXPIRATION'],
  ['of month 13',                          { cardExpirationYear: '27', cardExpirationMonth: '13' }, 'INVALID_CARD_EXPIRATION'],
  ['of month 12',                          { cardExpirationYear: '27', cardExpirationMonth: '12' }, '21'],
  ['of a year with four digits',           { cardExpirationYear: '2027' },                          'INVALID_CARD_EXPIRATION'],
  ['named by its first six digits',        { cardNumber: '941000' },                                'INVALID_CARD_NUMBER'],
  ['with 13 digits',                       { cardNumber: '9410001234567' },                         'INVALID_CARD_NUMBER'],
  ['with 14 digits',                       { cardNumber: '94100012345678' },                        '21'],
  ['with 17 digits',                       { cardNumber: '94100012345678901' },                     'INVALID_CARD_NUMBER'],
  ['with dashes',                          { cardNumber: '9410-0012-3456' },                        'INVALID_CARD_NUMBER'],
  ['of American Express',                  { cardNumber: '374245455400126' },                       '7A'],
  ['of a birthday',                        { customerIdentityNumber: '040229' },                    '21'],
  ['of a day that does not exist',         { customerIdentityNumber: '050229' },                    'INVALID_BIRTH_DAY_FORMAT'],
  ['of month 13 of a year',                { customerIdentityNumber: '901301' },                    'INVALID_BIRTH_DAY_FORMAT'],
  ['of seven digits of identity',          { customerIdentityNumber: '9001011' },                   'INVALID_BIRTH_DAY_FORMAT'],
  ['of a person, with a business number',  { customerIdentityNumber: '1208147521' },                'INVALID_CARD_IDENTITY'],
  ['of a company, with a birthday',        { cardNumber: '9410019900000023', customerIdentityNumber: '900101' }, 'INVALID_CARD_IDENTITY'],
  ['of a company, with its number',        { cardNumber: '9410019900000023', customerIdentityNumber: '1208147521' }, '21'],
  ['with a password',                      { cardPassword: '12' },                                  '21'],
  ['with a password of one digit',         { cardPassword: '1' },                                   'INVALID_CARD_PASSWORD'],
  ['with the wrong password',              { cardPassword: '99' },                                  'INVALID_CARD_PASSWORD'],
])('a card %s: %s', (_, written, verdict) => {
  expect(verdictOf(written)).toBe(verdict);
});

test('a card ends with its month', () => {
  expect(verdictOf({}, nextMonth)).toBe('INVALID_CARD_EXPIRATION');
});

test('every test card is refused at once, or is one of its company', () => {
  for (const [cardNumber, { refusedAtOnce, issuerCode }] of testCards) {
    expect([cardNumber, verdictOf({ cardNumber })]).toEqual([cardNumber, refusedAtOnce ?? issuerCode]);
    expect(maskedCardNumber(cardNumber)).toMatch(/^\d{8}\*{4}\d{3}\*$/);
  }
});
