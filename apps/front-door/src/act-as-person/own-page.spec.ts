import { assertOwnPage } from './own-page.js';

const OWN = 'https://pay.market.kr';
const own = { 'sec-fetch-site': 'same-origin' };
const write = { ...own, origin: OWN, 'x-jeongsan-console': '1' };
const isAllowed = (method: string, headers: Readonly<Record<string, string>>): boolean => {
  try {
    assertOwnPage({ method, headers }, OWN);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ status: 403, code: 'CROSS_SITE' });
    return false;
  }
};

// prettier-ignore
test.each([
  ['GET',    'from an own page',                       own,                                          true],
  ['HEAD',   'from an own page',                       own,                                          true],
  ['GET',    'of an older browser, with its origin',   { origin: OWN },                              true],
  ['GET',    'with neither sign',                      {},                                           false],
  ['GET',    'from another site',                      { 'sec-fetch-site': 'cross-site' },           false],
  ['GET',    'from another host of the site',          { 'sec-fetch-site': 'same-site' },            false],
  ['GET',    'that a person typed',                    { 'sec-fetch-site': 'none' },                 false],
  ['GET',    'of a browser that says both',            { 'sec-fetch-site': 'cross-site', origin: OWN }, false],
  ['POST',   'from an own page',                       write,                                        true],
  ['DELETE', 'from an own page',                       write,                                        true],
  ['POST',   'without the header',                     { ...own, origin: OWN },                      false],
  ['POST',   'with another value of the header',       { ...write, 'x-jeongsan-console': '0' },      false],
  ['POST',   'without an origin',                      { ...own, 'x-jeongsan-console': '1' },        false],
  ['POST',   'of another origin',                      { ...write, origin: 'https://evil.example' }, false],
  ['POST',   'of a similar origin',                    { ...write, origin: `${OWN}.evil.example` },  false],
  ['POST',   'of an origin that is hidden',            { ...write, origin: 'null' },                 false],
  ['POST',   'of another port',                        { ...write, origin: `${OWN}:8443` },          false],
  ['POST',   'of plain http',                          { ...write, origin: 'http://pay.market.kr' }, false],
  ['POST',   'from another host of the site',          { ...write, 'sec-fetch-site': 'same-site' },  false],
  ['PUT',    'with neither sign',                      { 'x-jeongsan-console': '1' },                false],
])('a %s %s is allowed: %#', (method, _, headers, expected) => {
  expect(isAllowed(method, headers)).toBe(expected);
});
