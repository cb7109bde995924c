import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  checkArchive,
  type FileChunk,
  folderSource,
  type Signer,
  writeArchive,
  zipSource,
} from '@jeongsan/auditor-file';
import { signingKey, type SigningKey } from '@jeongsan/books';
import { connectDatabase, transaction } from '@jeongsan/database';
import { booksAreSound, sellerHas, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { syncBreakList } from '../../report-breaks/report-breaks.js';
import { APRIL, bookMay, stateMay } from '../../testing/audited-months.js';
import { differenceOf } from '../../testing/found-break.js';
import { nightKey, provenMonth } from '../../testing/proven-month.js';
import { readTrialBalance } from '../../read-reconciliation/read-trial-balance.js';
import { approveMonth, askToClose, askToReopen, rejectMonth } from '../close-month/ask-month.js';
import { finishClosing } from '../close-month/finish-closing.js';
import { boundsOf } from '../month-bounds.js';
import { reportMonth } from '../report-month/read-report.js';
import { exportBooks } from './export-books.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-06-03T10:00:00+09:00');
const kim = { actor: 'person:kim', credential: 'test', roles: ['admin'], signedInSecondsAgo: 1 } as const;
const rules = { limits: null, reauthThreshold: 0n, reauthSeconds: 900 };

let database: TestDatabase;
/** With the rights of the service alone. */
let service: DataSource;
let folder: string;
let archive: Buffer;
beforeAll(async () => {
  database = await testDatabase();
  const url = database.urlOf('settlement-reconciler');
  service = await connectDatabase({ url, poolSize: 3, applicationName: 'months' });
  folder = await mkdtemp(join(tmpdir(), 'auditor-'));
  await sellerHas(database.db, 'acme', 50_000n, APRIL);
  for (const month of ['2026-04', '2026-05']) await provenMonth(database.db, month);
  await close('2026-04', true);
  await bookMay(database.db);
  await database.db.query(
    `insert into reconciliation.break (class, subject, business_date, opened_at, changed_at, amount, medium_at, high_at, critical_at, due_at)
     select 'AMOUNT', 'untouched', '2026-05-21', $1, $1, 1, t.* from reconciliation.severity_times(1, 'KRW', $1) t`,
    [NOW],
  );
  await stateMay(database.db);
  await close('2026-05', false);
  archive = await bytesOf('2026-05');
  await unpack(folder);
});
afterAll(async () => {
  await service.destroy();
  await booksAreSound(database.db);
  await database.drop();
  await rm(folder, { recursive: true });
});

async function close(month: string, override: boolean, at = NOW): Promise<void> {
  const { db } = database;
  await db.query(
    `insert into payouts.tax_invoice (id, seller_id, month, kind, commission, fees, supply, vat, total, state, issue_by, drafted_at,
      external_reference, issued_at) select gen_random_uuid(), 'acme', $1::date, 'TAX_INVOICE', 1, 0, 1, 0, 1, 'issued', $1::date, $2, $1, $2`,
    [`${month}-01`, at],
  );
  const asked = { id: randomUUID(), month, reason: 'month end', override };
  await transaction(service, (tx) => askToClose(tx, asked, kim, rules, at));
  await finishClosing(service, month, () => at);
}

const pair = generateKeyPairSync('ed25519');
const { x = '' } = pair.publicKey.export({ format: 'jwk' });
const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
/** The proofs are signed by an earlier key than the files. */
const KEYS = [kid, nightKey.keyId];
const signer: Signer = {
  publicKey: { kid, x },
  sign: (bytes) => sign(null, bytes, pair.privateKey).toString('base64url'),
};

async function bytesOf(from: string, until = from, at = NOW): Promise<Buffer> {
  const { bytes } = await exportBooks(service, from, until, signer, at);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Unpacks the archive with nothing but the reader of ZIP archives. */
async function unpack(into: string): Promise<void> {
  await writeFile(join(tmpdir(), `${kid}.zip`), archive);
  const zip = await zipSource(join(tmpdir(), `${kid}.zip`));
  for (const name of await zip.names()) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of zip.read(name)) chunks.push(chunk);
    await mkdir(dirname(join(into, name)), { recursive: true });
    await writeFile(join(into, name), Buffer.concat(chunks));
  }
  await zip.close();
}

test('the same closed month gives the same bytes, from the archive and from the folder alike', async () => {
  expect((await bytesOf('2026-05')).equals(archive)).toBe(true);
  const found = await checkArchive(folderSource(folder), KEYS);
  expect(found).toMatchObject({ period: { from: '2026-05', until: '2026-05' }, keyId: kid });
  const zip = await zipSource(join(tmpdir(), `${kid}.zip`));
  expect(await checkArchive(zip, KEYS)).toEqual(found);
  await expect(checkArchive(zip, ['another-key'])).rejects.toThrow('not by another-key');
  await zip.close();
});

test('proofs of a key that is neither the key of the manifest nor named are refused, by its name', async () => {
  const foreign = `is signed by ${nightKey.keyId}, which is neither`;
  await expect(checkArchive(folderSource(folder))).rejects.toThrow(foreign);
  await expect(checkArchive(folderSource(folder), [kid])).rejects.toThrow(foreign);
  const forger = signingKey(createHash('sha256').update('a forger').digest('hex'));
  const signed = await signedAnew((name, text) => (name === 'proofs.ndjson' ? proofsBy(forger, text) : text));
  await expect(checkArchive(folderSource(signed), KEYS)).rejects.toThrow(`is signed by ${forger.keyId}, which is`);
  await rm(signed, { recursive: true });
});

/** The same proofs, signed by another key and chained anew. */
function proofsBy({ keyId, publicKey, sign: signed }: SigningKey, text: string): string {
  let previous: string | null = null;
  const lines: string[] = [];
  for (const line of text.trim().split('\n')) {
    const row = JSON.parse(line) as { document: string };
    const document: string = JSON.stringify({ ...(JSON.parse(row.document) as object), previous, keyId });
    previous = createHash('sha256').update(document).digest('hex');
    const signature = signed(Buffer.from(document));
    lines.push(JSON.stringify({ ...row, document, hash: previous, signature, publicKey: JSON.stringify(publicKey) }));
  }
  return `${lines.join('\n')}\n`;
}

test('breaks that stood open at the closing are listed, also those that nothing has changed', async () => {
  const rows = (await readFile(join(folder, 'breaks.ndjson'), 'utf8')).trim().split('\n');
  expect(rows.map((row) => JSON.parse(row) as object)).toMatchObject([{ subject: 'untouched', action: null }]);
});

test('the archive checks itself in an empty folder, with Node alone, and names the first bad row', async () => {
  const check = (): string => {
    const { status, stdout } = spawnSync(process.execPath, ['check.mjs', ...KEYS], {
      cwd: folder,
      encoding: 'utf8',
      env: {},
    });
    return `${status} ${stdout}`;
  };
  expect(check()).toMatch(/^0 OK: 2026-05 to 2026-05, \d+ files, \d+ rows/);
  const file = join(folder, 'journal/2026-05-10.ndjson');
  const kept = await readFile(file, 'utf8');
  await writeFile(file, kept.replace('"-20000"', '"-20001"'));
  expect(check()).toMatch(
    /^6 BAD: journal\/2026-05-10.ndjson, row \d+: posting \d+ \(payout\.\w+\/po-1\) does not balance/,
  );
  await writeFile(file, kept);
  const [trail, breaks] = [join(folder, 'decisions.ndjson'), join(folder, 'breaks.ndjson')];
  const [decisions, found] = [await readFile(trail, 'utf8'), await readFile(breaks, 'utf8')];
  await writeFile(trail, decisions.replace('month end', 'month End'));
  expect(check()).toMatch(/^6 BAD: decisions.ndjson, row 1: decision \d+ was changed/);
  await writeFile(trail, decisions);
  await rm(breaks);
  expect(check()).toMatch(/^6 BAD: breaks.ndjson: is missing/);
  await writeFile(breaks, found);
});

// prettier-ignore
test.each([
  ['a posting that is left out',    'journal/2026-05-10.ndjson', (text: string) => text.slice(text.indexOf('\n') + 1),    /has \d+ rows, and the manifest says \d+/],
  ['another balance',               'accounts.ndjson',           (text: string) => text.replace(/"closing":"\d/, '"closing":"9'), /accounts.ndjson, row \d+: .* do not make/],
  ['a decision that was rewritten', 'decisions.ndjson',          (text: string) => text.replace('month end', 'month End'),  /decisions.ndjson, row 1: decision \d+ was changed/],
  ['a decision that is left out',   'decisions.ndjson',          (text: string) => text.split('\n').filter((_, i) => i !== 1).join('\n'), /decisions.ndjson/],
  ['a proof that was rewritten',    'proofs.ndjson',             (text: string) => text.replace('PROVEN\\"', 'PROVED\\"'), /proofs.ndjson, row 1: the proof of/],
  ['a text that nothing checks',    'month-requests.ndjson',     (text: string) => text.replace('kim', 'lee'),              /month-requests.ndjson: is not the file/],
  ['a report with other sums',      'reports/2026-05.json',      (text: string) => text.replace('"opening":"', '"opening":"1'), /reports\/2026-05.json, row 1/],
  ['a changed statement line',      'statement-lines.ndjson',    (text: string) => text.replace('"amount":"-1000"', '"amount":"-1001"'), /^statement-lines.ndjson, row 2: entry \d+ on statement [0-9a-f-]+ is -1001, and -1000 in the journal/],
  ['a line of an unknown entry',    'statement-lines.ndjson',    (text: string) => text.replace(/"entryId":"\d+"(?=.*-1000)/, '"entryId":"987654"'), /^statement-lines.ndjson, row 2: entry 987654 on statement .* is not in the journal/],
  ['a line of another posting',     'statement-lines.ndjson',    (text: string) => text.replace('payment.canceled/c-1', 'payment.canceled/c-2'), /^statement-lines.ndjson, row 2: .* is of posting payment.canceled\/c-1/],
  ['another part of a line',        'statement-lines.ndjson',    (text: string) => text.replace('"gross":"0"', '"gross":"7"'), /^statement-lines.ndjson, row 1: the parts of a line/],
  ['a manifest that was rewritten', 'manifest.json',             (text: string) => text.replace('"rows": 1', '"rows": 2'),  /manifest.json: the signature/],
  ['a manifest without its key',    'manifest.json',             (text: string) => text.replace('"key"', '"kex"'),          /manifest.json: names no key/],
  ['a manifest that is nothing',    'manifest.json',             () => 'null',                                              /manifest.json: names no key/],
  ['a file that is not listed',     'extra.ndjson',              () => '{}',                                                /extra.ndjson: is not in the manifest/],
])('%s is found and named', async (_, name, change, problem) => {
  const copy = await mkdtemp(join(tmpdir(), 'auditor-bad-'));
  await cp(folder, copy, { recursive: true });
  const text = await readFile(join(copy, name), 'utf8').catch(() => '');
  expect(change(text)).not.toBe(text);
  await writeFile(join(copy, name), change(text));
  await expect(checkArchive(folderSource(copy), KEYS)).rejects.toThrow(problem);
  await rm(copy, { recursive: true });
});

/** The archive with changed files, signed and hashed anew: only the contents can contradict each other. */
async function signedAnew(change: (name: string, text: string) => string): Promise<string> {
  const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { files: { name: string }[] };
  async function* chunks(): AsyncGenerator<FileChunk> {
    for (const { name } of files.filter((file) => /json$/.test(file.name))) {
      const text = change(name, await readFile(join(folder, name), 'utf8'));
      yield { name, lines: text.split('\n').filter((line) => line !== '') };
    }
  }
  const into = await mkdtemp(join(tmpdir(), 'auditor-signed-'));
  const parts: Uint8Array[] = [];
  for await (const part of writeArchive({ from: '2026-05', until: '2026-05' }, chunks(), signer)) parts.push(part);
  const kept = archive;
  archive = Buffer.concat(parts);
  await unpack(into);
  archive = kept;
  return into;
}

// prettier-ignore
test.each([
  ['the files as they are',         (text: string) => text,                                                        undefined],
  ['a line with another amount',    (text: string) => text.replace('"-1000"', '"-900"').replace('"49000","p', '"49100","p').replace('"carried":"49000"', '"carried":"49100"'),
    /^statement-lines.ndjson, row 2: entry \d+ on statement [0-9a-f-]+ is -900, and -1000 in the journal/],
  ['a statement of another seller', (text: string) => text.replace('"sellerId":"acme"', '"sellerId":"other"'),     /^statement-lines.ndjson, row 2: entry \d+ on statement .* is of seller:acme:payable/],
  ['a line that is made up',        (text: string) => text.replace(/^.*"-1000".*$/m, (row) => `${row}\n${text.includes('postingKey') ? row.replace('"-1000"', '"0"').replace(/"entryId":"\d+"/, '"entryId":"1"') : ''}`),
    /^statement-lines.ndjson, row 3: entry 1 on statement .* is not in the journal/],
])('signed anew, %s: statements are compared with the journal', async (_, change, problem) => {
  const signed = await signedAnew((name, text) => (name.startsWith('statement') ? change(text) : text));
  const checked = checkArchive(folderSource(signed), KEYS);
  await (problem ? expect(checked).rejects.toThrow(problem) : expect(checked).resolves.toMatchObject({ keyId: kid }));
  await rm(signed, { recursive: true });
});

test('several months are one file; an open month, or an impossible period, is refused', async () => {
  archive = await bytesOf('2026-04', '2026-05');
  const both = await mkdtemp(join(tmpdir(), 'auditor-both-'));
  await unpack(both);
  expect(await checkArchive(folderSource(both), KEYS)).toMatchObject({ period: { from: '2026-04', until: '2026-05' } });
  await rm(both, { recursive: true });
  await expect(bytesOf('2026-05', '2026-06')).rejects.toMatchObject({ code: 'MONTH_NOT_CLOSED' });
  await expect(bytesOf('2026-05', '2026-04')).rejects.toMatchObject({ code: 'MONTH_PERIOD_INVALID' });
});

test("the month's report is the difference of two trial balances, to the won, and its lines are its accounts", async () => {
  const report = await reportMonth(service, '2026-05', NOW);
  const { from, until } = boundsOf('2026-05');
  const at = async (instant: Date) =>
    new Map(
      (await readTrialBalance(database.db, new Date(instant.getTime() - 1), NOW)).accounts.map((one) => [
        `${one.account} ${one.currency}`,
        one.balance,
      ]),
    );
  const [before, after] = [await at(from), await at(until)];
  for (const { account, currency, opening, movements, closing } of report.accounts) {
    const key = `${account} ${currency}`;
    expect([key, opening, closing]).toEqual([key, before.get(key) ?? 0n, after.get(key) ?? 0n]);
    expect(movements.reduce((sum, { amount }) => sum + amount, opening)).toBe(closing);
  }
  expect(report.accounts.map(({ account, currency }) => `${account} ${currency}`).sort()).toEqual(
    [...after.keys()].sort(),
  );
  const line = (name: string) => report.lines.find((one) => one.line === name);
  expect(line('SALES')).toMatchObject({ amount: 10_000n, corrections: 300n, opening: null });
  expect(line('CANCELS')).toMatchObject({ amount: 1_000n, corrections: 0n });
  expect(line('RECEIVABLE')).toMatchObject({ opening: 50_000n, amount: 9_000n, corrections: 300n, closing: 59_300n });
  expect(line('COMMISSION')).toMatchObject({ opening: 0n, amount: 1_000n, closing: 1_000n });
  expect(line('VAT')).toMatchObject({ amount: 100n });
  expect(line('PAYOUTS')).toMatchObject({ amount: 20_000n });
  expect(line('PAYABLES')).toMatchObject({ opening: 50_000n, closing: 29_000n });
  // Every movement of an account stands in its line.
  for (const { account, currency, opening, closing } of report.accounts)
    if (currency === 'KRW') {
      const found = report.lines.find((one) => one.account === account && one.closing !== null);
      expect([account, (found?.closing ?? 0n) ** 2n, (found?.opening ?? 0n) ** 2n]).toEqual([
        account,
        closing ** 2n,
        opening ** 2n,
      ]);
    }
});

test('what happens to breaks and requests of a closed month is in the file of the next one, and in no other', async () => {
  const { db } = database;
  const may = await bytesOf('2026-05');
  const since = new Date('2026-06-20T10:00:00+09:00');
  const change = (version: number, at: Date) =>
    db.query(
      `insert into reconciliation.break_event (break_id, version, action, from_state, to_state, actor, before, after, at)
       select id, $1, 'facts', 'OPEN', 'OPEN', 'system:test', '{}', '{}', $2 from reconciliation.break where subject = 'untouched'`,
      [version, at],
    );
  await change(2, since);
  await db.query(
    `insert into reconciliation.break (class, subject, business_date, opened_at, changed_at, amount, medium_at, high_at, critical_at, due_at)
     select 'AMOUNT', 'found late', '2026-05-22', $1, $1, 1, t.* from reconciliation.severity_times(1, 'KRW', $1) t`,
    [since],
  );
  const again = differenceOf('SETTLEMENT_AMOUNT', { subject: 'gone and back' });
  const found = (day: string, differences: (typeof again)[]) =>
    syncBreakList(db, [again.class], { businessDate: day, now: new Date(`${day}T03:00:00+09:00`) }, differences);
  await found('2026-06-10', [again]);
  await found('2026-06-15', []);
  const reopening = { id: randomUUID(), month: '2026-05', reason: 'a late invoice' };
  await transaction(service, async (tx) => {
    await askToReopen(tx, reopening, kim, since);
    await rejectMonth(tx, reopening.id, kim, since);
  });
  const [july, august] = [new Date('2026-07-20T10:00:00+09:00'), new Date('2026-08-20T10:00:00+09:00')];
  await provenMonth(db, '2026-06');
  await close('2026-06', true, july);
  const june = await bytesOf('2026-06', '2026-06', august);
  await change(3, new Date('2026-07-25T10:00:00+09:00'));
  await found('2026-07-24', [again]);
  await found('2026-07-28', []);
  await provenMonth(db, '2026-07');
  await close('2026-07', true, august);

  const rowsOf = async (month: string) => {
    archive = await bytesOf(month, month, august);
    const into = await mkdtemp(join(tmpdir(), 'auditor-later-'));
    await unpack(into);
    expect(await checkArchive(folderSource(into), KEYS)).toMatchObject({ period: { from: month, until: month } });
    const read = async (name: string) =>
      (await readFile(join(into, name), 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const breaks = (await read('breaks.ndjson')).map(({ subject, version }) => [subject, version]).sort();
    const requests = (await read('month-requests.ndjson')).map(({ month: of, state }) => [of, state]);
    await rm(into, { recursive: true });
    return { breaks, requests };
  };
  expect(await rowsOf('2026-06')).toEqual({
    breaks: [
      ['found late', null],
      ['gone and back', 2],
      ['untouched', 2],
    ],
    requests: [
      ['2026-05', 'rejected'],
      ['2026-06', 'approved'],
    ],
  });
  expect(archive.equals(june)).toBe(true);
  expect(await rowsOf('2026-07')).toEqual({
    breaks: [
      ['gone and back', 3],
      ['gone and back', 4],
      ['untouched', 3],
    ],
    requests: [['2026-07', 'approved']],
  });
  expect((await bytesOf('2026-05')).equals(may)).toBe(true);
});

test('a month without postings between closed ones has a file, alone and among the others', async () => {
  const OCTOBER = new Date('2026-10-20T10:00:00+09:00');
  await provenMonth(database.db, '2026-09');
  await close('2026-09', true, OCTOBER);
  for (const [from, until] of [
    ['2026-08', '2026-08'],
    ['2026-07', '2026-09'],
  ] as const) {
    archive = await bytesOf(from, until, OCTOBER);
    const into = await mkdtemp(join(tmpdir(), 'auditor-empty-'));
    await unpack(into);
    expect(await checkArchive(folderSource(into), KEYS)).toMatchObject({ period: { from, until } });
    expect(await readFile(join(into, 'months.ndjson'), 'utf8')).toContain('"month":"2026-08","state":"CLOSED"');
    await rm(into, { recursive: true });
  }
});

test('a month that is reopened before its file is read gives no file: the checks are of the same snapshot', async () => {
  const OCTOBER = new Date('2026-10-21T10:00:00+09:00');
  const { bytes } = await exportBooks(service, '2026-09', '2026-09', signer, OCTOBER);
  const reopening = { id: randomUUID(), month: '2026-09', reason: 'a late invoice' };
  await transaction(service, (tx) => askToReopen(tx, reopening, kim, OCTOBER));
  await transaction(service, (tx) => approveMonth(tx, reopening.id, { ...kim, actor: 'person:lee' }, rules, OCTOBER));
  const read = async () => {
    for await (const part of bytes) expect(part).toBeInstanceOf(Uint8Array);
  };
  await expect(read()).rejects.toMatchObject({ code: 'MONTH_NOT_CLOSED' });
});
