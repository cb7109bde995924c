import { onSale } from '../testing/links.js';
import { basic, raw, type Sandbox, SECRET_KEY, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const MB = 1024 * 1024;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const png = (size: number, start: readonly number[] = PNG) => {
  const bytes = new Uint8Array(size);
  bytes.set(start);
  return bytes;
};
const file = (bytes: Uint8Array<ArrayBuffer>, name = 'a.png', type = 'image/png') => ({ name, type, bytes });
const upload = (productKey: string, imageType: 'MAIN' | 'DETAIL', ...bytes: Uint8Array<ArrayBuffer>[]) =>
  sandbox.provider.uploadProductImages({
    params: { productKey },
    query: { imageType },
    body: { files: bytes.map((one) => file(one)) },
  });
const read = async (productKey: string) => sandbox.provider.getProduct({ params: { productKey } });

test('a main image replaces the one before, detail images are added, and all are served as they were uploaded', async () => {
  const { productKey } = await onSale(sandbox);
  const [first] = await upload(productKey, 'MAIN', png(100));
  const details = await upload(productKey, 'DETAIL', png(1_000), png(2_000, [0xff, 0xd8, 0xff]));
  const [second] = await upload(productKey, 'MAIN', png(200));
  const [third] = await upload(productKey, 'DETAIL', png(300));
  expect(await read(productKey)).toMatchObject({ mainImage: second, images: [...details, third] });
  const served = await fetch(details[1]?.path ?? '');
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(png(2_000, [0xff, 0xd8, 0xff]));
  expect((await fetch(first?.path ?? '')).status).toBe(404);
});

test('images outlive a restart', async () => {
  const { productKey } = await onSale(sandbox);
  await upload(productKey, 'MAIN', png(1_234));
  sandbox = await sandbox.restart();
  const { mainImage } = await read(productKey);
  expect((await (await fetch(mainImage?.path ?? '')).arrayBuffer()).byteLength).toBe(1_234);
});

const ascii = (text: string) => new Uint8Array(Buffer.from(text.padEnd(32, '\0'), 'latin1'));
// prettier-ignore
test.each<[string, Uint8Array<ArrayBuffer>, string | undefined]>([
  ['PNG',                    png(20),                            'image/png'],
  ['JPEG',                   png(20, [0xff, 0xd8, 0xff, 0xe0]),  'image/jpeg'],
  ['GIF 87',                 ascii('GIF87a'),                    'image/gif'],
  ['GIF 89',                 ascii('GIF89a'),                    'image/gif'],
  ['WebP',                   ascii('RIFF\x10\0\0\0WEBPVP8 '),    'image/webp'],
  ['another RIFF',           ascii('RIFF\x10\0\0\0WAVEfmt '),    undefined],
  ['HTML called image/png',  ascii('<script>alert(1)</script>'), undefined],
  ['SVG',                    ascii('<svg onload="alert(1)"/>'),  undefined],
  ['half a PNG signature',   png(4, PNG.slice(0, 4)),            undefined],
  ['nothing',                new Uint8Array(0),                  undefined],
])('%s is judged by its bytes, not by what it is called', async (_, bytes, type) => {
  const { productKey } = await onSale(sandbox);
  const uploaded = upload(productKey, 'MAIN', bytes);
  if (type === undefined) {
    await expect(uploaded).rejects.toMatchObject({ outcome: 'rejected', status: 400, code: 'INVALID_FILE_TYPE' });
    expect((await read(productKey)).mainImage).toBeNull();
  } else {
    expect((await fetch((await uploaded)[0]?.path ?? '')).headers.get('content-type')).toBe(type);
  }
});

// prettier-ignore
test.each<[string, number, number, string | undefined]>([
  ['10 files',                   10, 100,          undefined],
  ['11 files',                   11, 100,          'EXCEED_MAX_FILE_COUNT'],
  ['a file of 10 MB',            1,  10 * MB,      undefined],
  ['a file of 10 MB and 1 byte', 1,  10 * MB + 1,  'EXCEED_MAX_FILE_SIZE'],
  ['10 files of 10 MB',          10, 10 * MB,      undefined],
  ['11 files of 10 MB',          11, 10 * MB,      'EXCEED_MAX_FILE_COUNT'],
  ['20 files of 11 MB',          20, 11 * MB,      'EXCEED_MAX_FILE_SIZE'],
])('%s in one request', async (_, count, size, code) => {
  const { productKey } = await onSale(sandbox);
  const uploaded = upload(productKey, 'DETAIL', ...Array.from({ length: count }, () => png(size)));
  if (code !== undefined) await expect(uploaded).rejects.toMatchObject({ outcome: 'rejected', status: 400, code });
  else expect(await uploaded).toHaveLength(count);
  expect((await read(productKey)).images).toHaveLength(code === undefined ? count : 0);
}, 60_000);

test('one of many that is no image keeps all of them out', async () => {
  const { productKey } = await onSale(sandbox);
  await expect(upload(productKey, 'DETAIL', png(100), ascii('text'))).rejects.toMatchObject({
    code: 'INVALID_FILE_TYPE',
  });
  expect((await read(productKey)).images).toEqual([]);
});

test('more than one main image cannot be meant', async () => {
  const { productKey } = await onSale(sandbox);
  await expect(upload(productKey, 'MAIN', png(100), png(100))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

describe('a request that is no upload', () => {
  const part = (disposition: string, body = 'x') =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`;
  const image = part('name="files"; filename="a.gif"', 'GIF89a');
  const multipart = 'multipart/form-data; boundary=b';
  // prettier-ignore
  test.each<[string, string, string, string, number]>([
    ['a good one',                    'imageType=MAIN',  multipart,                 `${image}--b--\r\n`,   200],
    ['no imageType',                  '',                multipart,                 `${image}--b--\r\n`,   400],
    ['another imageType',             'imageType=ICON',  multipart,                 `${image}--b--\r\n`,   400],
    ['JSON',                          'imageType=MAIN',  'application/json',        '{"files":[]}',        400],
    ['no boundary',                   'imageType=MAIN',  'multipart/form-data',     `${image}--b--\r\n`,   400],
    ['a boundary that never comes',   'imageType=MAIN',  'multipart/form-data; boundary=c', `${image}--b--\r\n`, 400],
    ['a form that breaks off',        'imageType=MAIN',  multipart,                 image,                 400],
    ['a form that breaks off early',  'imageType=MAIN',  multipart,                 image.slice(0, 30),    400],
    ['no part',                       'imageType=MAIN',  multipart,                 '--b--\r\n',           400],
    ['nothing',                       'imageType=MAIN',  multipart,                 '',                    400],
    ['a file in another field',       'imageType=MAIN',  multipart,                 `${part('name="photo"; filename="a.gif"', 'GIF89a')}--b--\r\n`, 400],
    ['text in the field',             'imageType=MAIN',  multipart,                 `${part('name="files"', 'GIF89a')}--b--\r\n`, 400],
    ['a field called __proto__',      'imageType=MAIN',  multipart,                 `${part('name="__proto__"')}${image}--b--\r\n`, 200],
    ['a part without any header',       'imageType=MAIN',  multipart,                 `--b\r\n\r\n${'x'.repeat(200_000)}\r\n${image}--b--\r\n`, 400],
    ['a part without a name',         'imageType=MAIN',  multipart,                 `${part('filename="a.gif"')}${image}--b--\r\n`, 200],
  ])('%s', async (_, query, type, body, status) => {
    const { productKey } = await onSale(sandbox);
    const reply = await raw(sandbox, 'POST', `/v1/products/${productKey}/images?${query}`, { headers: { 'content-type': type }, body });
    expect([reply.status, reply.json['code']]).toEqual([status, status === 200 ? undefined : 'INVALID_REQUEST']);
  });

  test('of many megabytes is answered before it is read when its sender is nobody, and the connection holds', async () => {
    const { productKey } = await onSale(sandbox);
    const form = new FormData();
    form.append('files', new Blob([png(9 * MB)]), 'a.png');
    const send = (secretKey: string) =>
      fetch(`${sandbox.url}/v1/products/${productKey}/images?imageType=MAIN`, {
        method: 'POST',
        headers: { authorization: basic(secretKey) },
        body: form,
      });
    expect((await send('test_sk_nobody0000')).status).toBe(401);
    expect((await send(SECRET_KEY)).status).toBe(200);
  });
});

test('an upload repeated under its idempotency key is answered as before, and stored once', async () => {
  const { productKey } = await onSale(sandbox);
  const call = { params: { productKey }, query: { imageType: 'DETAIL' as const }, body: { files: [file(png(100))] } };
  const first = await sandbox.provider.uploadProductImages(call, { idempotencyKey: productKey });
  expect(await sandbox.provider.uploadProductImages(call, { idempotencyKey: productKey })).toEqual(first);
  expect((await read(productKey)).images).toEqual(first);
});
