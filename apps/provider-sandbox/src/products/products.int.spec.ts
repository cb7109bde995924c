import { freezeAt, seoul } from '../testing/buyer.js';
import { onSale, sizes } from '../testing/links.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeAt(sandbox, '2026-03-04T10:00:00'));

const post = (path: string, body: unknown) =>
  raw(sandbox, 'POST', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const minimal = { name: '사과', amount: 5_000 };
const option = { names: ['대'], amount: 0, available: true };
const sized = (change: object = {}) => ({
  groups: [{ name: '크기', values: ['대', '소'] }],
  options: [option],
  ...change,
});

describe('a product', () => {
  test('made of a name and an amount is on sale, with a link and nothing else', async () => {
    const product = await sandbox.provider.createProduct({ body: { name: '사과 한 상자', amount: 5_000n } });
    expect(product).toEqual({
      productKey: expect.stringMatching(/^product_a/) as string,
      name: '사과 한 상자',
      amount: 5_000n,
      currency: 'KRW',
      description: null,
      exchangeRefundPolicy: null,
      status: 'ON_SALE',
      url: `http://localhost:${new URL(sandbox.url).port}/shop/products/${product.productKey}`,
      useMemo: false,
      validThrough: null,
      mainImage: null,
      images: [],
      optionDetail: { groups: [], options: [] },
      stock: null,
      deliveryPolicy: null,
      createdAt: seoul('2026-03-04T10:00:00'),
    });
    expect(await sandbox.provider.getProduct({ params: { productKey: product.productKey } })).toEqual(product);
  });

  test('keeps everything it is made of', async () => {
    const body = {
      description: '달다',
      exchangeRefundPolicy: '7일 안에',
      useMemo: true,
      validThrough: seoul('2026-04-01T00:00:00'),
      deliveryPolicy: { amount: 3_000n, period: '2~3일' },
    };
    const product = await onSale(sandbox, { ...body, optionDetail: sizes });
    expect(product).toMatchObject({
      ...body,
      deliveryPolicy: { ...body.deliveryPolicy, currency: 'KRW' },
      optionDetail: {
        groups: sizes.groups,
        options: [
          {
            names: ['대', '빨강'],
            amount: 1_000n,
            currency: 'KRW',
            available: true,
            stock: { totalQuantity: 2, remainQuantity: 2 },
          },
          { names: ['소', '빨강'], amount: 0n, available: false, stock: null },
        ],
      },
    });
    const { groups, options } = product.optionDetail;
    expect(new Set([...groups, ...options].map(({ id }) => id)).size).toBe(4);
  });

  // prettier-ignore
  test.each([
    ['a date',                     '2026-04-01',                '2026-04-01T23:59:59+09:00'],
    ['a local time',               '2026-04-01T12:00:00',       '2026-04-01T12:00:00+09:00'],
    ['a time with an offset',      '2026-04-01T12:00:00+02:00', '2026-04-01T19:00:00+09:00'],
  ])('takes %s as validThrough', async (_, validThrough, printed) => {
    expect((await post('/v1/products', { ...minimal, validThrough })).json['validThrough']).toBe(printed);
  });

  // prettier-ignore
  test.each<[string, object, boolean]>([
    ['no name',                                   { name: undefined },                                        false],
    ['an empty name',                             { name: '' },                                               false],
    ['a name of 100 characters',                  { name: '가'.repeat(100) },                                 true],
    ['a name of 101 characters',                  { name: '가'.repeat(101) },                                 false],
    ['no amount',                                 { amount: undefined },                                      false],
    ['an amount of 0',                            { amount: 0 },                                              true],
    ['a negative amount',                         { amount: -1 },                                             false],
    ['half a won',                                { amount: 1.5 },                                            false],
    ['an amount as text',                         { amount: '5000' },                                         true],
    ['an amount that is no number',               { amount: 'many' },                                         false],
    ['no stock at all',                           { stock: null },                                            true],
    ['a stock of 0',                              { stock: { quantity: 0 } },                                 true],
    ['a stock below 0',                           { stock: { quantity: -1 } },                                false],
    ['a stock beyond all bounds',                 { stock: { quantity: 2_147_483_648 } },                     false],
    ['half a piece',                              { stock: { quantity: 0.5 } },                               false],
    ['a stock without a quantity',                { stock: {} },                                              false],
    ['useMemo as a text',                         { useMemo: 'yes' },                                         false],
    ['a validThrough that is no time',            { validThrough: 'tomorrow' },                               false],
    ['a validThrough on no day',                  { validThrough: '2026-02-30' },                             false],
    ['delivery for nothing',                      { deliveryPolicy: { amount: 0, period: '1일' } },           true],
    ['delivery without an amount',                { deliveryPolicy: { period: '1일' } },                      false],
    ['delivery without a period',                 { deliveryPolicy: { amount: 1 } },                          false],
    ['a description of 10,000 characters',        { description: '가'.repeat(10_000) },                       true],
    ['a description of 10,001 characters',        { description: '가'.repeat(10_001) },                       false],
    ['options',                                   { optionDetail: sized() },                                  true],
    ['options without groups',                    { optionDetail: { options: [option] } },                    false],
    ['options of no group',                       { optionDetail: sized({ groups: [] }) },                    false],
    ['groups without options',                    { optionDetail: sized({ options: undefined }) },            false],
    ['a group without a name',                    { optionDetail: sized({ groups: [{ values: ['대'] }] }) },   false],
    ['a group without values',                    { optionDetail: sized({ groups: [{ name: '크기' }] }) },     false],
    ['a group of no value',                       { optionDetail: sized({ groups: [{ name: '크기', values: [] }] }) }, false],
    ['a value given twice',                       { optionDetail: sized({ groups: [{ name: '크기', values: ['대', '대'] }] }) }, false],
    ['an option of another value',                { optionDetail: sized({ options: [{ ...option, names: ['중'] }] }) }, false],
    ['an option of too many values',              { optionDetail: sized({ options: [{ ...option, names: ['대', '소'] }] }) }, false],
    ['an option of no value',                     { optionDetail: sized({ options: [{ ...option, names: [] }] }) }, false],
    ['the same option twice',                     { optionDetail: sized({ options: [option, option] }) },     false],
    ['an option without an amount',               { optionDetail: sized({ options: [{ ...option, amount: undefined }] }) }, false],
    ['an option without available',               { optionDetail: sized({ options: [{ ...option, available: undefined }] }) }, false],
    ['an option with a stock',                    { optionDetail: sized({ options: [{ ...option, stock: { quantity: 1 } }] }) }, true],
    ['an option with a stock without quantity',   { optionDetail: sized({ options: [{ ...option, stock: {} }] }) }, false],
    ['a stock beside options without one',        { stock: { quantity: 1 }, optionDetail: sized() },          true],
    ['a stock beside that of an option',          { stock: { quantity: 1 }, optionDetail: sized({ options: [{ ...option, stock: { quantity: 1 } }] }) }, false],
  ])('with %s', async (_, change, isTaken) => {
    const created = await post('/v1/products', { ...minimal, ...change });
    const { productKey } = await onSale(sandbox);
    const updated = await post(`/v1/products/${productKey}`, Object.fromEntries(Object.entries(change)));
    expect(created.status).toBe(isTaken ? 200 : 400);
    if (!isTaken) expect(created.json['code']).toBe('INVALID_REQUEST');
    // An update must fit the same rules as a creation, except that unchanged fields may be left out.
    const isLeftOut = Object.values(change).every((value) => value === undefined);
    expect(updated.status).toBe(isTaken || isLeftOut ? 200 : 400);
  });
});

describe('status', () => {
  const two = (first: object, second: object) => ({
    groups: [{ name: '크기', values: ['대', '소'] }],
    options: [
      { ...option, ...first },
      { ...option, names: ['소'], ...second },
    ],
  });
  const none = { stock: { quantity: 0 } };
  // prettier-ignore
  test.each<[string, object, string]>([
    ['a stock of 1',                               { stock: { quantity: 1 } },                              'ON_SALE'],
    ['a stock of 0',                               { stock: { quantity: 0 } },                              'SOLD_OUT'],
    ['one option left',                            { optionDetail: two({ available: false }, {}) },         'ON_SALE'],
    ['no option available',                        { optionDetail: two({ available: false }, none) },       'SOLD_OUT'],
    ['no option in stock',                         { optionDetail: two(none, none) },                       'SOLD_OUT'],
    ['options but no stock of the product',        { stock: { quantity: 0 }, optionDetail: two({}, {}) },   'SOLD_OUT'],
    ['a period that is over, and goods',           { validThrough: '2020-01-01' },                          'ON_SALE'],
  ])('with %s is %s', async (_, body, status) => {
    expect((await post('/v1/products', { ...minimal, ...body })).json['status']).toBe(status);
  });
});

describe('an update', () => {
  test('changes what is sent and nothing else; null takes a value away', async () => {
    const product = await onSale(sandbox, {
      description: '달다',
      optionDetail: sizes,
      validThrough: seoul('2026-04-01T00:00:00'),
    });
    const params = { productKey: product.productKey };
    const renamed = await sandbox.provider.updateProduct({ params, body: { name: '배', amount: 7_000n } });
    expect(renamed).toEqual({ ...product, name: '배', amount: 7_000n });
    const emptied = await sandbox.provider.updateProduct({
      params,
      body: { description: null, validThrough: null, optionDetail: null },
    });
    expect(emptied).toEqual({
      ...renamed,
      description: null,
      validThrough: null,
      optionDetail: { groups: [], options: [] },
    });
    expect(await sandbox.provider.updateProduct({ params, body: {} })).toEqual(emptied);
  });

  test('of the stock counts anew', async () => {
    const { productKey } = await onSale(sandbox, { stock: { quantity: 0 } });
    const params = { productKey };
    expect(await sandbox.provider.updateProduct({ params, body: { stock: { quantity: 3 } } })).toMatchObject({
      status: 'ON_SALE',
      stock: { totalQuantity: 3, remainQuantity: 3 },
    });
    expect(await sandbox.provider.updateProduct({ params, body: { stock: null } })).toMatchObject({ stock: null });
  });

  // prettier-ignore
  test.each<[string, object, object, number]>([
    ['a stock beside that of options there are',         { optionDetail: sizes },        { stock: { quantity: 1 } },                     400],
    ['options with a stock beside that of the product',  { stock: { quantity: 1 } },     { optionDetail: sizes },                        400],
    ['one in the place of the other',                    { optionDetail: sizes },        { stock: { quantity: 1 }, optionDetail: null }, 200],
    ['the other in the place of the one',                { stock: { quantity: 1 } },     { stock: null, optionDetail: sizes },           200],
    ['null as a name',                                   {},                             { name: null },                                 200],
  ])('that puts %s', async (_, before, change, status) => {
    const { productKey } = await onSale(sandbox, before);
    const wire = JSON.parse(JSON.stringify(change, (__, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))) as object;
    expect((await post(`/v1/products/${productKey}`, wire)).status).toBe(status);
  });
});

describe('the list', () => {
  test('comes in the order of creation, page by page, without what was deleted', async () => {
    await sandbox.control.reset({});
    const keys: string[] = [];
    for (let i = 0; i < 5; i += 1) keys.push((await onSale(sandbox, { name: `${i}` })).productKey);
    const [, second = ''] = keys;
    expect(await sandbox.provider.deleteProduct({ params: { productKey: second } })).toEqual({ productKey: second });
    const list = async (query: { limit?: number; startingAfter?: string }) =>
      (await sandbox.provider.listProducts({ query })).map(({ name }) => name);
    expect(await list({})).toEqual(['0', '2', '3', '4']);
    expect(await list({ limit: 2 })).toEqual(['0', '2']);
    // A deleted product still serves as a cursor.
    expect(await list({ limit: 2, startingAfter: second })).toEqual(['2', '3']);
    expect(await list({ startingAfter: keys[4] ?? '' })).toEqual([]);
  });

  // prettier-ignore
  test.each([
    ['limit=0',                400, 'INVALID_REQUEST'],
    ['limit=1',                200, undefined],
    ['limit=100',              200, undefined],
    ['limit=101',              400, 'EXCEED_MAX_QUERY_LIMIT'],
    ['limit=-1',               400, 'INVALID_REQUEST'],
    ['limit=ten',              400, 'INVALID_REQUEST'],
    ['startingAfter=nobody',   404, 'NOT_FOUND_PRODUCT'],
    ['startingAfter=',         200, undefined],
  ])('with %s answers %d', async (query, status, code) => {
    const reply = await raw(sandbox, 'GET', `/v1/products?${query}`);
    expect([reply.status, reply.json['code']]).toEqual([status, code]);
  });

  test('has 20 on a page that names no limit', async () => {
    await sandbox.control.reset({});
    await Promise.all(Array.from({ length: 21 }, () => onSale(sandbox)));
    expect(await sandbox.provider.listProducts({ query: {} })).toHaveLength(20);
  });
});

test('a product that was deleted, or never was, is not found by anything', async () => {
  const { productKey } = await onSale(sandbox);
  await sandbox.provider.deleteProduct({ params: { productKey } });
  for (const key of [productKey, 'nobody']) {
    const params = { productKey: key };
    const notFound = { outcome: 'rejected', status: 404, code: 'NOT_FOUND_PRODUCT' };
    await expect(sandbox.provider.getProduct({ params })).rejects.toMatchObject(notFound);
    await expect(sandbox.provider.updateProduct({ params, body: {} })).rejects.toMatchObject(notFound);
    await expect(sandbox.provider.deleteProduct({ params })).rejects.toMatchObject(notFound);
    const sms = { recipients: ['01012345678'] };
    await expect(sandbox.provider.sendProductSms({ params, body: sms })).rejects.toMatchObject(notFound);
    const files = [{ name: 'a.gif', type: 'image/gif', bytes: new Uint8Array(Buffer.from('GIF89a')) }];
    await expect(
      sandbox.provider.uploadProductImages({ params, query: { imageType: 'MAIN' }, body: { files } }),
    ).rejects.toMatchObject(notFound);
  }
});

describe('a message', () => {
  test('is recorded for each recipient with the link it would have carried, and not sent', async () => {
    const { productKey, url } = await onSale(sandbox);
    const body = { recipients: ['01011112222', '01033334444'], queryParams: { 행사: '봄 & 여름', n: 7 } };
    expect(await sandbox.provider.sendProductSms({ params: { productKey }, body })).toEqual({});
    const { items } = await sandbox.control.listSms({ query: { productKey } });
    const link = `${url}?${new URLSearchParams({ 행사: '봄 & 여름', n: '7' }).toString()}`;
    const sentAt = seoul('2026-03-04T10:00:00');
    expect(items).toEqual([
      { productKey, recipient: '01033334444', link, sentAt },
      { productKey, recipient: '01011112222', link, sentAt },
    ]);
  });

  const phone = '01012345678';
  const filler = (length: number) => ({ k: 'v'.repeat(length - '{"k":""}'.length) });
  // prettier-ignore
  test.each<[string, object, number, string | undefined]>([
    ['nobody to send it to',             {},                                                  400, 'INVALID_REQUEST'],
    ['an empty list of recipients',      { recipients: [] },                                  400, 'INVALID_REQUEST'],
    ['a phone number of 7 digits',       { recipients: ['0212345'] },                         400, 'INVALID_REQUEST'],
    ['a phone number of 8 digits',       { recipients: ['15881588'] },                        200, undefined],
    ['a phone number of 15 digits',      { recipients: ['1'.repeat(15)] },                    200, undefined],
    ['a phone number of 16 digits',      { recipients: ['1'.repeat(16)] },                    400, 'INVALID_REQUEST'],
    ['dashes in a phone number',         { recipients: ['010-1234-5678'] },                   400, 'INVALID_REQUEST'],
    ['queryParams of 500 characters',    { recipients: [phone], queryParams: filler(500) },   200, undefined],
    ['queryParams of 501 characters',    { recipients: [phone], queryParams: filler(501) },   400, 'EXCEED_MAX_QUERY_PARAMS'],
    ['a list in queryParams',            { recipients: [phone], queryParams: { a: [1] } },    400, 'INVALID_REQUEST'],
  ])('with %s answers %d', async (_, body, status, code) => {
    const { productKey } = await onSale(sandbox);
    const reply = await post(`/v1/products/${productKey}/sms`, body);
    expect([reply.status, reply.json['code']]).toEqual([status, code]);
  });
});
