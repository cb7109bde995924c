import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { recordDecision } from '@jeongsan/audit';
import {
  bytesOf,
  keepVerification,
  proofDocument,
  type ProofInput,
  sealLedger,
  sha256,
  signingKey,
} from '@jeongsan/books';
import type { DataSource } from 'typeorm';
import { eventually } from './eventually.js';
import { testDatabase, type TestDatabase } from './test-database.js';
import { sellersHave } from './worlds.js';

jest.setTimeout(120_000);
const NOW = new Date('2026-11-19T00:00:00Z');
let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  await sellersHave(
    db,
    Array.from({ length: 4 }, (_, i) => [`s${i}`, 10_000n + BigInt(i) * 1_000n] as const),
  );
  await eventually(
    async () => {
      await sealLedger(db);
      expect(
        await db.query(
          `select from ledger.posting p
            where not exists (select from ledger.seal s where (p.txid, p.id) <= (s.last_txid, s.last_posting)) limit 1`,
        ),
      ).toEqual([]);
    },
    { timeoutMs: 60_000 },
  );
  const decided = {
    kind: 'run.rejected',
    subject: 'r1',
    actor: 'person:kim',
    credential: 'c',
    reason: 'wrong',
    before: null,
    after: null,
  } as const;
  await db.transaction((tx) => recordDecision(tx, decided, NOW));
  await storeProof();
}, 60_000);
afterAll(() => database.drop());

async function storeProof(): Promise<void> {
  await db.transaction('REPEATABLE READ', (tx) =>
    keepVerification(tx, 'FULL', { businessDate: '2026-11-19', now: NOW }),
  );
  type Anchors = { id: string; hash: string }[];
  const [seal] = await db.query<Anchors>(`select s.id::text, s.hash from ledger.seal s order by s.id limit 1`);
  const [verification] = await db.query<Anchors>(`select v.id::text, v.hash from ledger.verification v`);
  if (!seal || !verification) throw new Error('Nothing was sealed and verified');
  const key = signingKey(sha256(Buffer.from('a key of a test')));
  const version = { kind: 'fee-table', id: 'f1', of: '', effectiveFrom: '2026-01-01', hash: '0'.repeat(64) } as const;
  const [trail] = await db.query<Anchors>(`select d.number::text as id, d.hash from audit.decision d`);
  const before = await storeOne(key, 1, null, { seal, verification });
  await storeOne(key, 2, before, { seal, verification, trail: trail ?? null, ruleVersions: [version] });
}

/** Stores a signed proof, and returns its hash. One without versions of rules has the earlier format. */
async function storeOne(
  key: ReturnType<typeof signingKey>,
  number: number,
  previous: string | null,
  { seal, verification, trail, ruleVersions }: Pick<ProofInput, 'seal' | 'verification' | 'trail' | 'ruleVersions'>,
): Promise<string> {
  const input: ProofInput = {
    ...{
      businessDate: '2026-11-19',
      number,
      takenAt: NOW.toISOString(),
      snapshot: '1:1:',
      snapshotBefore: '1:1:',
      seal,
      ...(verification && { verification }),
      ...(trail && { trail }),
    },
    ...(ruleVersions && { ruleVersions }),
    ...{ days: [], rules: {}, inputs: [], lines: [], linesLeftOut: 0 },
  };
  const document = proofDocument(input, previous, key.keyId);
  const bytes = bytesOf(document);
  await db.query(
    `insert into reconciliation.proof_input (business_date, number, content, taken_at) values ('2026-11-19', $2, $1, now())`,
    [bytesOf(input).toString(), number],
  );
  await db.query(
    `insert into reconciliation.proof
     select id, business_date, number, $1, $2, $3, $4, $5, $6, now() from reconciliation.proof_input where number = $7`,
    [
      document.state,
      bytes.toString(),
      sha256(bytes),
      key.sign(bytes),
      key.keyId,
      JSON.stringify(key.publicKey),
      number,
    ],
  );
  return sha256(bytes);
}

const program = join(__dirname, '../../../tools/books/dist/bundle/main.js');
function run(...args: string[]): { exit: number | null; stdout: string } {
  const env = { DATABASE_URL: database.url };
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env });
  return { exit: status, stdout };
}
const superuser = (sql: string) =>
  db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(sql);
  });

test('books that nobody touched end with 0', () => {
  expect(run('verify')).toEqual({ exit: 0, stdout: '' });
});

const payable = `code = 'seller:s1:payable'`;
const first = `id = (select min(id) from ledger.entry)`;
// prettier-ignore
test.each([
  ['an edited balance',  `update ledger.account set balance = balance + 1 where ${payable}`, `update ledger.account set balance = balance - 1 where ${payable}`, 'ACCOUNT account/seller:s1:payable, account seller:s1:payable, expected -11000 KRW, found -10999 KRW'],
  ['a changed amount',   `update ledger.entry set amount = amount + 1 where ${first}`, `update ledger.entry set amount = amount - 1 where ${first}`, 'found 10001 KRW on provider:receivable'],
  ['a deleted entry',    `create table taken as select * from ledger.entry where ${first}; delete from ledger.entry where ${first}`, `insert into ledger.entry overriding system value select * from taken`, 'expected 10000 KRW on provider:receivable, found no entry'],
  ['a changed decision', `update audit.decision set reason = 'right'`, `update audit.decision set reason = 'wrong'`, 'DECISION decision/1'],
  ['a changed proof',    `update reconciliation.proof set document = replace(document, 'PROVEN', 'UNPROVEN')`, `update reconciliation.proof set document = replace(document, 'UNPROVEN', 'PROVEN')`, 'PROOF proof/2026-11-19/1'],
  ['a rewritten verification', `update ledger.verification set content = content || ' ', hash = encode(sha256(convert_to(content || ' ', 'UTF8')), 'hex')`,
   `update ledger.verification set content = rtrim(content), hash = encode(sha256(convert_to(rtrim(content), 'UTF8')), 'hex')`, ', as proof/2026-11-19/1 states'],
  ['an audit trail that was rewritten whole', `update audit.decision set reason = 'right'; update audit.decision d set hash = audit.hash_of(d, d.prev_hash, d.number)`,
   `update audit.decision set reason = 'wrong'; update audit.decision d set hash = audit.hash_of(d, d.prev_hash, d.number)`, 'DECISION decision/1, expected hash'],
  ['a rewritten seal',   `update ledger.seal set hash = reverse(hash) where id = (select min(id) from ledger.seal)`, `update ledger.seal set hash = reverse(hash) where id = (select min(id) from ledger.seal)`, 'SEAL seal/'],
])('%s is found and named by the command, which ends with 6', async (_, change, back, named) => {
  await superuser(change);
  const { exit, stdout } = run('verify');
  await superuser(back);
  expect(stdout).toContain(named);
  expect(exit).toBe(6);
  expect(run('verify').exit).toBe(0);
});
