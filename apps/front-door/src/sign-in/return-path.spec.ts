import { returnPathOf } from './return-path.js';

// prettier-ignore
test.each([
  ['the first page',          '/console'],
  ['a page',                  '/console/runs/2026-05-01'],
  ['a page with a query',     '/console/payouts?state=failed&from=2026-05-01'],
  ['a page of Korean words',  '/console/sellers/%EA%B0%80'],
])('%s is returned to', (_, path) => {
  expect(returnPathOf(path)).toBe(path);
});

// prettier-ignore
test.each([
  ['nothing',                         undefined],
  ['a list',                          ['/console', '/console']],
  ['another host',                    'https://evil.example/console'],
  ['another host without a scheme',   '//evil.example/console'],
  ['a backslash',                     '/\\evil.example'],
  ['a backslash below the console',   '/console/\\evil.example'],
  ['a script',                        'javascript:alert(1)'],
  ['a path beside the console',       '/consoles'],
  ['a path outside',                  '/api/v1/payouts'],
  ['dots',                            '/console/../api/v1/payouts'],
  ['encoded dots',                    '/console/%2e%2e/api/v1/payouts'],
  ['two slashes',                     '/console//evil.example'],
  ['a line break',                    '/console/a\r\nset-cookie: a=b'],
  ['a tab',                           '/\t/evil.example'],
  ['a quote',                         '/console/"><script>'],
  ['a fragment',                      '/console#a'],
  ['the sign-in itself',              '/console/sign-in?return=/console'],
  ['the callback',                    '/console/signed-in?code=a&state=b'],
  ['too long a path',                 `/console/${'a'.repeat(2_000)}`],
])('%s is reset to the first page', (_, asked) => {
  expect(returnPathOf(asked)).toBe('/console');
});
