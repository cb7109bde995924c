import type { Input } from '@jeongsan/http-contract';
import type { importBankStatement } from '@jeongsan/platform-contract';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { dryMatch } from '../match-records/match-records.js';
import { windowOfDays } from '../match-records/windows.js';
import { cleanSet, bankOf, FIRST_DAY, LAST_DAY, type MarketSet } from '../testing/data-sets/market-set.js';
import { storeSet } from '../testing/data-sets/store-set.js';
import { settings } from '../testing/night.js';
import { importStatement } from './import-statement.js';
import { listRows, listStatements } from './read-statements.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
}, 60_000);
afterEach(() => database.drop());

const NOW = new Date(`${LAST_DAY}T18:00:00Z`);
type Asked = Input<typeof importBankStatement>['body'];
const asked = (text: string | Buffer, changed: Partial<Asked> = {}): Asked => ({
  ...{
    bankAccount: 'kb-main',
    account: '',
    format: 'csv',
    covers: 'both',
    content: Buffer.from(text).toString('base64'),
  },
  ...changed,
});
const take = (body: Asked) => database.db.transaction((tx) => importStatement(tx, body, 'person:kim', NOW));

const header = '거래일시,적요,의뢰인/수취인,출금,입금,참조번호';
const csvOf = (set: MarketSet): string => {
  const line = ({ day, amount, kind, reference }: ReturnType<typeof bankOf>[number], place: number): string => {
    const [out, into] =
      amount < 0n ? [`"${(-amount).toLocaleString('en')}"`, ''] : ['', `"${amount.toLocaleString('en')}"`];
    const [memo, who] =
      kind === 'fee'
        ? [`이체수수료 ${place}`, '']
        : kind === 'payout'
          ? ['정산금', `판매자 ${place}`]
          : ['정산', '토스페이먼츠'];
    return `${day.replaceAll('-', '.')} 10:00,${memo},${who},${out},${into},${reference ?? ''}`;
  };
  return [header, ...bankOf(set).map(line), `${LAST_DAY} 11:00,임대료,건물주,900000,,`].join('\n');
};
const words = { provider: '토스페이먼츠', payouts: '정산금' };

const differences = async (): Promise<string[]> => {
  const found: string[] = [];
  await database.db.transaction(async (tx) => {
    for await (const page of dryMatch(tx, await windowOfDays(tx, FIRST_DAY, LAST_DAY), NOW, settings))
      found.push(...page.map((one) => `${one.class} ${one.subject} ${one.amount}`));
  });
  return found;
};

test('a statement that agrees with a week has no difference, and one that lacks a deposit names its day', async () => {
  const set = cleanSet('bank');
  await database.db.transaction((tx) => storeSet(tx, { ...set, bank: [] }));
  await database.db.query(`delete from reconciliation.bank_statement`);
  expect(await differences()).toEqual([]);
  await take(asked(csvOf(set), words));
  expect(await differences()).toEqual([]);
  const lines = csvOf(set).split('\n');
  const deposit = lines.find((line) => line.includes('토스페이먼츠'));
  const day = deposit?.slice(0, 10).replaceAll('.', '-');
  const without = lines.filter((line) => line !== deposit).join('\n');
  await take(asked(without, { ...words, bankAccount: 'copy', from: FIRST_DAY, to: LAST_DAY }));
  expect(await differences()).toEqual([expect.stringMatching(`^MISSING_DEPOSIT copy ${day} -`)]);
});

test('the same file is taken once, and a row of two statements counts once', async () => {
  const first = await take(asked(`${header}\n2026-11-17,a,b,,5000,\n2026-11-17,a,b,,5000,`));
  expect(await take(asked(`${header}\n2026-11-17,a,b,,5000,\n2026-11-17,a,b,,5000,`))).toEqual(first);
  const second = await take(asked(`${header}\n2026-11-17,a,b,,5000,\n2026-11-17,a,b,,5000,\n2026-11-18,c,d,70,,`));
  expect(first).toMatchObject({ rows: 2, from: '2026-11-17', to: '2026-11-17', uploadedBy: 'person:kim' });
  expect((await listRows(database.db, first.id, {})).items).toHaveLength(2);
  expect((await listRows(database.db, second.id, {})).items).toMatchObject([
    { position: 4, amount: -70n, kind: 'payout' },
  ]);
  const page = await listStatements(database.db, { limit: 1 });
  expect(page.items).toHaveLength(1);
  expect((await listStatements(database.db, { after: page.nextCursor ?? '' })).items).toHaveLength(1);
});

test('days and a comparison that the first upload of a file left out are added by the same file', async () => {
  const set = cleanSet('bank');
  await database.db.transaction((tx) => storeSet(tx, { ...set, bank: [] }));
  await database.db.query(`delete from reconciliation.bank_statement`);
  const withoutPayouts = csvOf(set)
    .split('\n')
    .filter((line) => !line.includes('정산금'))
    .join('\n');
  const first = await take(asked(withoutPayouts, { ...words, covers: 'deposits' }));
  expect(await differences()).toEqual([]);
  const wider = asked(withoutPayouts, { ...words, covers: 'both' });
  const second = await take(wider);
  expect(second).toMatchObject({ covers: 'both', from: first.from, to: first.to });
  expect(await differences()).toContainEqual(expect.stringMatching('^MISSING_WITHDRAWAL'));
  const longer = await take({ ...wider, from: '2026-11-01' });
  expect(longer).toMatchObject({ covers: 'both', from: '2026-11-01', to: first.to });
  expect(await Promise.all([take(wider), take({ ...wider, from: '2026-11-01' })])).toEqual([second, longer]);
  expect((await listStatements(database.db, {})).items).toHaveLength(3);
});

test('the same file with other words tells its kept movements apart by these, and the next comparison follows', async () => {
  const set = cleanSet('bank');
  await database.db.transaction((tx) => storeSet(tx, { ...set, bank: [] }));
  await database.db.query(`delete from reconciliation.bank_statement`);
  const first = await take(asked(csvOf(set), { provider: '다른회사', payouts: '정산금' }));
  expect(await differences()).toContainEqual(expect.stringMatching('^MISSING_DEPOSIT'));
  expect(await take(asked(csvOf(set), words))).toEqual(first);
  expect(await differences()).toEqual([]);
  expect((await listStatements(database.db, {})).items).toHaveLength(1);
});

// prettier-ignore
test.each<[string, Asked, string]>([
  ['a row that cannot be read',   asked(`${header}\n2026-11-17,a,b,,5000,\n2026-11-40,a,b,,1,`),              'BANK_STATEMENT_ROWS'],
  ['bytes of another encoding',   asked(Buffer.from([0xff, 0xfe, 0, 0xff])),                                   'BANK_STATEMENT_UNREADABLE'],
  ['no header',                   asked('hello'),                                                             'BANK_STATEMENT_UNREADABLE'],
  ['rows outside the period',     asked(`${header}\n2026-11-17,a,b,,5000,`, { from: '2026-11-18', to: '2026-11-19' }), 'BANK_STATEMENT_PERIOD'],
  ['no row and no period',        asked(header),                                                              'BANK_STATEMENT_PERIOD'],
])('%s refuses the file, and nothing of it is kept', async (_, body, code) => {
  await expect(take(body)).rejects.toMatchObject({ code });
  expect(await database.db.query(`select from reconciliation.bank_row union all select from reconciliation.bank_statement`)).toEqual([]);
});

test('a period that ends before it begins is refused by its own days, not by those of rows', async () => {
  await expect(take(asked(header, { from: '2026-11-18', to: '2026-11-17' }))).rejects.toMatchObject({
    code: 'BANK_STATEMENT_PERIOD',
    detail: 'The statement is from 2026-11-18, which is after its last day 2026-11-17',
  });
});
