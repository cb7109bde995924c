import { html } from './html.js';

// prettier-ignore
test.each([
  ['a tag',        '<script>alert(1)</script>', '&#60;script&#62;alert(1)&#60;/script&#62;'],
  ['a quote',      '" onload="x',               '&#34; onload&#61;&#34;x'],
  ['another one',  "' x",                       '&#39; x'],
  ['an ampersand', '&lt;',                      '&#38;lt;'],
  ['a number',     7n,                          '7'],
  ['nothing',      undefined,                   ''],
])('%s put into a page is shown as it is', (_, part, expected) => {
  expect(html`<b title="${part}">`.text).toBe(`<b title="${expected}">`);
});

test('what is HTML already is put in as it is, also as a list', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`${items}`.text).toBe('<li>a</li><li>&#60;b&#62;</li>');
});
