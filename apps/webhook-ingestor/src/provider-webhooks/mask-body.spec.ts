import { maskBody } from './mask-body.js';

const shown = (text: string) => maskBody(Buffer.from(text));

// prettier-ignore
test.each([
  ['no JSON',                     'not json',                                     {}],
  ['no object',                   '"홍길동"',                                      {}],
  ['null',                        'null',                                         {}],
  ['an id',                       '{"orderId":"o-1"}',                            { orderId: 'o-1' }],
  ['a text of another member',    '{"orderName":"신발"}',                          { orderName: '***' }],
  ['a number of another member',  '{"phone":1012341234}',                         { phone: '***' }],
  ['truth and nothing',           '{"isDone":true,"checkout":null}',              { isDone: true, checkout: null }],
  ['a list of ids and texts',     '{"id":["a","b"],"names":["홍","길"]}',           { id: ['a', 'b'], names: ['***', '***'] }],
  ['an object at a shown member', '{"status":{"name":"홍길동"}}',                   { status: { name: '***' } }],
  ['a member without a name',     '{"홍길동":"a","__proto__":{"a":"b"}}',           { '***': { a: '***' } }],
])('%s', (_, text, expected) => {
  expect(shown(text)).toEqual(expected);
});

test('a body that is nested as deep as it is long is masked below a depth', () => {
  const deep = `{"id":${'['.repeat(30_000)}"홍길동"${']'.repeat(30_000)}}`;
  expect(JSON.stringify(shown(deep))).toMatch(/^\{"id":\[{20}"\*\*\*"\]{20}\}$/);
});
