import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryOut } from '../testing/try-out.js';

const settings = { url: 'http://jeongsan.test', key: 'key' };
const ID = '018f0e5a-0000-7000-8000-000000000001';

test('a document goes to stdout, or to the file that --file names, in the language of the command', async () => {
  const asked: string[] = [];
  const fetch = (url: unknown) => {
    asked.push(String(url).split('?')[1] ?? '');
    return Promise.resolve(new Response('a,b\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } }));
  };
  const folder = await mkdtemp(join(tmpdir(), 'jeongsan-cli-'));
  const file = join(folder, 'may.csv');
  const args = ['statement', 'get', ID, '--format', 'csv'];
  expect(await tryOut([...args, '--lang', 'ko'], { settings, fetch })).toMatchObject({
    exit: 0,
    out: 'a,b\r\n',
    err: '',
  });
  expect(await tryOut([...args, '--file', file], { settings, fetch })).toMatchObject({ exit: 0, out: '' });
  expect(await readFile(file, 'utf8')).toBe('a,b\r\n');
  expect(asked.map((query) => new URLSearchParams(query).get('lang'))).toEqual(['ko', 'en']);
  await rm(folder, { recursive: true });
});

const job = (id: string) => ({
  ...{ id, job: 'payout.submit', data: {}, error: 'no', revivals: 0 },
  ...{ promisedAt: '2026-05-01T00:00:00.000Z', diedAt: '2026-05-01T00:00:00.000Z' },
});

test('--all asks the named service for page after page, and a page is printed before the next one is asked for', async () => {
  const seen: string[] = [];
  const fetch = (url: unknown) => {
    const { pathname, searchParams } = new URL(String(url));
    const after = searchParams.get('after');
    seen.push(`GET ${pathname} ${after}`);
    return Promise.resolve(Response.json({ items: [job(after === null ? '2' : '1')], nextCursor: after ? null : '2' }));
  };
  const out = (data: string | Uint8Array) => void seen.push((JSON.parse(String(data)) as { id: string }).id);
  const args = ['jobs', 'list', 'payout-scheduler', '--all', '-o', 'ndjson'];
  expect((await tryOut(args, { settings, fetch, out })).exit).toBe(0);
  const path = 'GET /api/v1/payout-scheduler/operations/dead-jobs';
  expect(seen).toEqual([`${path} null`, '2', `${path} 2`, '1']);
});

test('the body of api comes from stdin, a file or the argument, and is checked before anything is sent', async () => {
  const halt = ['api', 'post', '/api/v1/dispatch-control/halt', '--dry-run', '--data'];
  const input = async () => '{"reason":"from stdin"}';
  expect((await tryOut([...halt, '-'], { settings, input })).out).toContain('{"reason":"from stdin"}');
  expect((await tryOut([...halt, '{"reason":"as text"}'], { settings })).out).toContain('{"reason":"as text"}');
  for (const wrong of ['{"reason":', '{"reason":"fine","more":1}', '{}'])
    expect(await tryOut([...halt, wrong], { settings })).toMatchObject({ exit: 2, out: '' });
  const me = ['api', 'GET', '/me', '--data', '{}'];
  expect((await tryOut(me, { settings })).exit).toBe(2);
});
