// This file, rows.ts and statements.ts become the program that every auditor's file carries (check.mjs). It computes all hashes by
// itself and imports nothing of ours, so that the platform's code and the check cannot share a mistake. Only this file imports from node:.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { amount, BadFile, type Check, fail, type Period, plus, type Row, text } from './rows.js';
import { Statements } from './statements.js';

/** The files of an archive: a folder, or a ZIP archive. */
export type ArchiveSource = Readonly<{
  names: () => Promise<readonly string[]>;
  read: (name: string) => AsyncIterable<Uint8Array>;
}>;

export type Checked = Readonly<{
  period: Period;
  files: number;
  rows: number;
  keyId: string;
}>;

type ListedFile = Readonly<{ name: string; bytes: number; rows: number | null; sha256: string }>;
type Manifest = Readonly<{
  format: string;
  period: Period;
  files: readonly ListedFile[];
  key: Readonly<{ kid: string; x: string }>;
}>;
const FORMAT = 'jeongsan-auditor-file/1';
const [MANIFEST, SIGNATURE] = ['manifest.json', 'manifest.sig'] as const;

/**
 * Checks a whole archive: signature of the manifest, hash and rows of each file, and the contents against each other. Throws
 * BadFile for the first thing that is wrong. `keyIds`: the keys that may have signed, as the platform publishes them. Without any, the key of
 * the manifest must have signed the proofs as well.
 */
export async function checkArchive(source: ArchiveSource, keyIds: readonly string[] = []): Promise<Checked> {
  const manifest = await signedManifest(source, keyIds);
  const listed = new Set([...manifest.files.map(({ name }) => name), MANIFEST, SIGNATURE]);
  for (const name of await source.names())
    if (!listed.has(name)) throw new BadFile(name, null, 'is not in the manifest');
  const books = new Books(manifest.period, new Set([manifest.key.kid, ...keyIds]));
  for (const file of manifest.files) await checkFile(source, file, books.checkOf(file.name));
  books.end();
  const rows = manifest.files.reduce((sum, file) => sum + (file.rows ?? 0), 0);
  return { period: manifest.period, files: manifest.files.length, rows, keyId: manifest.key.kid };
}

async function signedManifest(source: ArchiveSource, keyIds: readonly string[]): Promise<Manifest> {
  const bytes = await whole(source, MANIFEST);
  const signature = Buffer.from((await whole(source, SIGNATURE)).toString('utf8').trim(), 'base64url');
  const manifest = parsed(bytes.toString('utf8'), MANIFEST, null) as unknown as Manifest | null;
  if (typeof manifest?.key?.kid !== 'string') throw new BadFile(MANIFEST, null, 'names no key that signed it');
  if (manifest.format !== FORMAT) throw new BadFile(MANIFEST, null, `is of the format ${manifest.format}`);
  if (keyIds.length > 0 && !keyIds.includes(manifest.key.kid))
    throw new BadFile(MANIFEST, null, `is signed by ${manifest.key.kid}, not by ${keyIds.join(' or ')}`);
  if (!isSigned(bytes, signature, manifest.key))
    throw new BadFile(MANIFEST, null, 'the signature is not of these bytes');
  return manifest;
}

/** Ed25519 (RFC 8032). The id of a key is its thumbprint (RFC 7638), so no other key can take the id. */
function isSigned(bytes: Uint8Array, signature: Uint8Array, { kid, x }: Manifest['key']): boolean {
  if (createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url') !== kid) return false;
  return verify(null, bytes, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
}

async function whole(source: ArchiveSource, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of source.read(name)) chunks.push(chunk);
  } catch {
    throw new BadFile(name, null, 'is missing');
  }
  return Buffer.concat(chunks);
}

/** The contents are read before the hash is compared: a changed row is named, where the hash names only its file. */
async function checkFile(source: ArchiveSource, file: ListedFile, check: Check | null): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  let rows = 0;
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.read(file.name)) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  let place: number | null = null;
  try {
    for await (const line of linesOf(hashed())) {
      place = rows += 1;
      check?.row(parsed(line, file.name, rows), file.name);
    }
    place = null;
    check?.end();
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    throw error instanceof BadFile ? error : new BadFile(file.name, place, code === 'ENOENT' ? 'is missing' : message);
  }
  if (file.rows !== null && rows !== file.rows)
    throw new BadFile(file.name, null, `has ${rows} rows, and the manifest says ${file.rows}`);
  if (bytes !== file.bytes || hash.digest('hex') !== file.sha256)
    throw new BadFile(file.name, null, 'is not the file whose hash is in the manifest');
}

function parsed(line: string, file: string, row: number | null): Row {
  try {
    return JSON.parse(line) as Row;
  } catch {
    throw new BadFile(file, row, 'is no JSON');
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest + decoder.decode() !== '') yield rest;
}

/** All sellers' accounts of one kind are one account of the month's report. */
const kindOf = (account: string): string => account.replace(/^seller:.*:([a-z]+)$/, 'seller:$1');

/** The contents of an archive against each other: accounts, journal, months, statements, decisions, proofs and reports. */
class Books {
  private readonly moved = new Map<string, bigint>();
  private readonly months = new Map<string, { postings: number; entries: number }>();
  private readonly opening = new Map<string, bigint>();
  private readonly closing = new Map<string, bigint>();
  private readonly accounts = new Map<string, bigint>();
  private readonly statements: Statements;
  private closingText = '';

  constructor(
    period: Period,
    private readonly keyIds: ReadonlySet<string>,
  ) {
    this.statements = new Statements(period);
  }

  checkOf(name: string): Check | null {
    if (name.startsWith('journal/')) return this.journal();
    if (/^reports\/.*\.json$/.test(name)) return this.report();
    const checks: Readonly<Record<string, () => Check>> = {
      'accounts.ndjson': () => ({ row: (row) => this.account(row), end: () => undefined }),
      'months.ndjson': () => ({ row: (row) => this.month(row), end: () => undefined }),
      'statements.ndjson': () => ({ row: (row) => this.statements.statement(row), end: () => undefined }),
      'statement-lines.ndjson': () => this.statements.lines(),
      'decisions.ndjson': () => decisions(),
      'proofs.ndjson': () => proofs(this.keyIds),
    };
    return Object.hasOwn(checks, name)
      ? (checks[name]?.() ?? null)
      : name.endsWith('.ndjson')
        ? { row: () => undefined, end: () => undefined }
        : null;
  }

  private account(row: Row): void {
    const [account, currency] = [text(row, 'account'), text(row, 'currency')];
    const [opening, movement, closing] = [amount(row, 'opening'), amount(row, 'movement'), amount(row, 'closing')];
    if (opening + movement !== closing) fail(`${account}: opening and movement do not make the closing balance`);
    this.accounts.set(`${account} ${currency}`, movement);
    plus(this.opening, `${kindOf(account)} ${currency}`, opening);
    plus(this.closing, `${kindOf(account)} ${currency}`, closing);
    if (closing !== 0n) this.closingText += `${account} ${currency} ${closing}\n`;
  }

  private journal(): Check {
    let last = 0n;
    const row = (row: Row, file: string): void => {
      const sums = new Map<string, bigint>();
      const entries = (row['entries'] as Row[] | undefined) ?? [];
      for (const entry of entries) {
        plus(sums, text(entry, 'currency'), amount(entry, 'amount'));
        plus(this.moved, `${text(entry, 'account')} ${text(entry, 'currency')}`, amount(entry, 'amount'));
        if (text(row, 'template') !== 'payout.reserved') this.statements.entry(entry, text(row, 'key'));
      }
      const posting = `posting ${text(row, 'id')} (${text(row, 'key')})`;
      if (entries.length === 0) fail(`${posting} has no entries`);
      for (const [currency, sum] of sums)
        if (sum !== 0n) fail(`${posting} does not balance: ${sum} ${currency} are left`);
      const day = text(row, 'day');
      if (`journal/${day}.ndjson` !== file) fail(`${posting} is of ${day}`);
      if (amount(row, 'id') <= last) fail(`${posting} does not follow posting ${last}`);
      last = amount(row, 'id');
      const month = this.months.get(day.slice(0, 7)) ?? { postings: 0, entries: 0 };
      this.months.set(day.slice(0, 7), { postings: month.postings + 1, entries: month.entries + entries.length });
    };
    return { row, end: () => undefined };
  }

  /** Accounts stand before the journal, months after it. */
  private month(row: Row): void {
    const { postings, entries } = this.months.get(text(row, 'month')) ?? { postings: 0, entries: 0 };
    if (text(row, 'state') !== 'CLOSED' || row['balancesHash'] === null) return;
    if (BigInt(postings) !== amount(row, 'postings') || BigInt(entries) !== amount(row, 'entries'))
      fail(`was closed with ${text(row, 'postings')} postings, and the journal has ${postings}`);
    if (row['isLast'] === true && createHash('sha256').update(this.closingText).digest('hex') !== row['balancesHash'])
      fail('was closed with other balances');
  }

  /** The reports of the months follow one another, from the opening balances to the closing ones. */
  private report(): Check {
    const row = (row: Row): void => {
      for (const account of row['accounts'] as Row[]) {
        const key = `${text(account, 'account')} ${text(account, 'currency')}`;
        const [opening, closing] = [amount(account, 'opening'), amount(account, 'closing')];
        const movements = (account['movements'] as Row[]).reduce((sum, one) => sum + amount(one, 'amount'), 0n);
        if (opening !== (this.opening.get(key) ?? 0n)) fail(`${key} opens with ${opening}`);
        if (opening + movements !== closing) fail(`${key}: its movements do not add up`);
        this.opening.set(key, closing);
      }
    };
    return { row, end: () => undefined };
  }

  end(): void {
    for (const [account, movement] of this.accounts)
      if (movement !== (this.moved.get(account) ?? 0n))
        throw new BadFile(
          'accounts.ndjson',
          null,
          `${account} moved by ${movement}, and by ${this.moved.get(account) ?? 0n} in the journal`,
        );
    for (const account of this.moved.keys())
      if (!this.accounts.has(account)) throw new BadFile('accounts.ndjson', null, `${account} is missing`);
    for (const [kind, closing] of this.closing)
      if (this.opening.get(kind) !== closing)
        throw new BadFile('reports', null, `${kind} does not close with ${closing}`);
  }
}

const sized = (value: string | null): string => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`);
const decisionColumns = [
  'prevHash',
  'number',
  'id',
  'at',
  'kind',
  'subject',
  'service',
  'actor',
  'credential',
  'reason',
];

/** The audit trail: each decision's hash covers its columns, each with its length, and the hash of the decision before. */
function decisions(): Check {
  let last: { number: bigint; hash: string } | undefined;
  const row = (row: Row): void => {
    const [number, hash] = [amount(row, 'number'), text(row, 'hash')];
    const columns = [...decisionColumns, 'before', 'after'].map((name) =>
      sized(row[name] === null ? null : text(row, name)),
    );
    if (createHash('sha256').update(columns.join('')).digest('hex') !== hash) fail(`decision ${number} was changed`);
    if (last && number !== last.number + 1n) fail(`decision ${last.number + 1n} is missing`);
    if (last && text(row, 'prevHash') !== last.hash) fail(`decision ${number} does not follow decision ${last.number}`);
    last = { number, hash };
  };
  return { row, end: () => undefined };
}

/** Proofs of the nights: each is signed by one of the keys, and holds the hash of the one before. */
function proofs(keyIds: ReadonlySet<string>): Check {
  let last: string | undefined;
  const row = (row: Row): void => {
    const [document, hash] = [Buffer.from(text(row, 'document')), text(row, 'hash')];
    const { previous, keyId } = JSON.parse(document.toString()) as { previous: string | null; keyId: string };
    const name = `the proof of ${text(row, 'businessDate')}`;
    if (createHash('sha256').update(document).digest('hex') !== hash) fail(`${name} was changed`);
    const key = JSON.parse(text(row, 'publicKey')) as Manifest['key'];
    if (!isSigned(document, Buffer.from(text(row, 'signature'), 'base64url'), key))
      fail(`${name} has another signature`);
    if (keyId !== key.kid) fail(`${name} names the key ${keyId} and is signed by ${key.kid}`);
    if (!keyIds.has(key.kid))
      fail(`${name} is signed by ${key.kid}, which is neither the key of the manifest nor one that was named`);
    if (last !== undefined && previous !== last) fail(`${name} does not follow the proof before`);
    last = hash;
  };
  return { row, end: () => undefined };
}

/** The files below a folder. */
export const folderSource = (folder: string): ArchiveSource => ({
  names: async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((found) => found.isFile())
      .map((found) => relative(folder, join(found.parentPath, found.name)).split(sep).join('/')),
  read: (name) => createReadStream(join(folder, name)),
});

/** The command: prints the verdict. Returns the exit code: 0 everything agrees, 6 something does not. */
export async function checkAndTell(
  source: ArchiveSource,
  keyIds: readonly string[],
  print: (line: string) => void,
): Promise<0 | 6> {
  try {
    const { period, files, rows, keyId: signer } = await checkArchive(source, keyIds);
    print(`OK: ${period.from} to ${period.until}, ${files} files, ${rows} rows; signed by ${signer}`);
    return 0;
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    print(`BAD: ${error.message}`);
    return 6;
  }
}
