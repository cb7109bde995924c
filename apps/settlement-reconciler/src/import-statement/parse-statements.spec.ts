import { parseCamt } from './parse-camt.js';
import { parseCsv } from './parse-csv.js';
import { dayOf, minorUnits, textOf } from './statement-row.js';

// prettier-ignore
test.each([
  ['1,234,000',     'KRW', 1_234_000n],
  ['₩ 5,000원',      'KRW', 5_000n],
  ['-300',          'KRW', -300n],
  ['1000.00',       'KRW', 1_000n],
  ['12.50',         'USD', 1_250n],
  ['12.5',          'USD', 1_250n],
  ['4000000000000', 'KRW', 4_000_000_000_000n],
  ['1000.50',       'KRW', undefined],
  ['12.505',        'USD', undefined],
  ['1,23,000',      'KRW', undefined],
  ['--5',           'KRW', undefined],
  ['5 000',         'KRW', undefined],
  ['',              'KRW', undefined],
])('%s in %s', (written, currency, units) => {
  expect(minorUnits(written, currency)).toBe(units);
});

// prettier-ignore
test.each([
  ['2026-11-18',          '2026-11-18'],
  ['2026.11.18 09:30:00', '2026-11-18'],
  ['2026/1/8',            '2026-01-08'],
  ['20261118',            '2026-11-18'],
  ['20261118093000',      '2026-11-18'],
  ['2026년 11월 18일',     '2026-11-18'],
  ['2026-11-18T23:59:59+09:00', '2026-11-18'],
  ['2026-11-18T15:30:00Z',      '2026-11-19'],
  ['2206-11-18',          undefined],
  ['0026-11-18',          undefined],
  ['2026-02-30',          undefined],
  ['18.11.2026',          undefined],
])('the day of %s', (written, day) => {
  expect(dayOf(written)).toBe(day);
});

const EXPORT = [
  '계좌번호,110-***-123456,,,,',
  '조회기간,2026.11.16 ~ 2026.11.18,,,,',
  '',
  '거래일시,적요,의뢰인/수취인,출금(원),입금(원),잔액(원)',
  '2026.11.18 09:00:01,정산,"토스페이먼츠(주)",,"3,100,000,000","3,100,000,500"',
  '2026.11.18 10:00:00,이체수수료,,300,0,"3,100,000,200"',
  '합계,,,300,"3,100,000,000",',
].join('\r\n');

test('an export of a Korean bank: lines before the header, thousands, a line of totals', () => {
  expect(parseCsv(EXPORT).rows).toMatchObject([
    {
      position: 5,
      day: '2026-11-18',
      amount: 3_100_000_000n,
      counterparty: '토스페이먼츠(주)',
      memo: '정산',
      balance: 3_100_000_500n,
    },
    { position: 6, day: '2026-11-18', amount: -300n, memo: '이체수수료' },
  ]);
});

test('a movement whose note or party begins as a line of totals does', () => {
  const text =
    'date,memo,counterparty,deposit,withdrawal\n2026-11-18,계좌이체,계룡건설,5000,\n2026-11-18,Summit fee,Total Energies,,70\n,총 계,,5000,70\nTotal:,,,5000,70';
  expect(parseCsv(text).rows.map(({ amount }) => amount)).toEqual([5_000n, -70n]);
});

test('columns between tabs, with more thousands separators than tabs', () => {
  const row = '2026-11-18\t"1,000,000,000,000"\t"2,000,000,000,000"';
  expect(parseCsv(`date\tdeposit\tbalance\n${row}\n`).rows).toMatchObject([{ amount: 1_000_000_000_000n }]);
});

test('won by its Korean name, and a currency that is none', () => {
  const text = (currency: string) => `date,amount,currency\n2026-11-18,5000,${currency}`;
  expect(parseCsv(text('원')).rows).toMatchObject([{ amount: 5_000n, currency: 'KRW' }]);
  expect(refusalOf(text('won!'))).toMatchObject({
    code: 'BANK_STATEMENT_ROWS',
    extensions: { problems: [{ row: 2, field: 'currency' }] },
  });
});

/** "거래일자,입금\n2026-11-18,5000\n입금" in CP949. */
const CP949 = Buffer.from('b0c5b7a1c0cfc0da2cc0d4b1dd0a323032362d31312d31382c353030300a', 'hex');

test('UTF-8 with a byte order mark and CP949 are read, other bytes are refused', () => {
  expect(parseCsv(textOf(Buffer.from(`\uFEFFdate\tamount\n2026-11-18\t-5\n`))).rows).toMatchObject([{ amount: -5n }]);
  expect(parseCsv(textOf(CP949)).rows).toMatchObject([{ day: '2026-11-18', amount: 5_000n }]);
  expect(() => textOf(Uint8Array.from([0xff, 0xfe, 0x00, 0xff]))).toThrow('neither UTF-8 nor CP949');
});

function refusalOf(text: string): unknown {
  try {
    return parseCsv(text);
  } catch (error) {
    return error;
  }
}

// prettier-ignore
test.each([
  ['date,amount\n2026-11-18,5\n2026-13-01,7\n2026-11-18,x', [{ row: 3, field: 'date' }, { row: 4, field: 'amount' }]],
  ['date,deposit,withdrawal\n2026-11-18,5,6',               [{ row: 2, field: 'amount' }]],
  ['date,deposit,withdrawal\n2026-11-18,,',                 [{ row: 2, field: 'amount' }]],
  ['date,deposit,withdrawal\n2026-11-18,-5,',               [{ row: 2, field: 'amount' }]],
])('rows that cannot be read are named, and the file is refused: %s', (text, problems) => {
  expect(refusalOf(text)).toMatchObject({ code: 'BANK_STATEMENT_ROWS', extensions: { problems } });
});

test('the sentence of the refusal names the first rows that cannot be read', () => {
  const line = (day: string): string => `${day},,a,1`;
  const file = (...days: readonly string[]): string => ['일자,출금,적요,입금', ...days.map(line)].join('\n');
  expect(refusalOf(file('2026-02-30'))).toMatchObject({
    detail: '1 values cannot be read; nothing was taken: row 2, date: no date: "2026-02-30"',
  });
  expect(refusalOf(file('a', 'b', 'c', 'd'))).toMatchObject({
    detail:
      '4 values cannot be read; nothing was taken: row 2, date: no date: "a"; row 3, date: no date: "b"; row 4, date: no date: "c"; …',
  });
});

test('a file without a header, and one that is no CSV, are refused', () => {
  expect(() => parseCsv('a,b\n1,2')).toThrow('No line names a column of dates');
  expect(() => parseCsv('date,amount\n"2026-11-18,5')).toThrow('no CSV');
});

const camt = (entries: string, more = ''): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
  <FrToDt><FrDtTm>2026-11-16T00:00:00</FrDtTm><ToDtTm>2026-11-18T23:59:59</ToDtTm></FrToDt>
  <Acct><Id><Othr><Id>110</Id></Othr></Id></Acct>${entries}</Stmt>${more}</BkToCstmrStmt></Document>`;
const entry = (amount: string, direction: string, rest = ''): string =>
  `<Ntry><Amt Ccy="KRW">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-18</Dt></BookgDt>${rest}</Ntry>`;
const detail = (amount: string, reference: string): string =>
  `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="KRW">${amount}</Amt><RltdPties><Cdtr><Pty><Nm>A &amp; B</Nm></Pty></Cdtr></RltdPties></TxDtls>`;

test('camt.053: deposits, batches of withdrawals one by one, pending entries left out, the period of the message', () => {
  const text = camt(
    entry('3100000000', 'CRDT', '<AcctSvcrRef>r1</AcctSvcrRef><AddtlNtryInf>정산</AddtlNtryInf>') +
      entry('700', 'DBIT', `<NtryDtls>${detail('300', 'payout-1')}${detail('400', 'NOTPROVIDED')}</NtryDtls>`) +
      entry('9', 'DBIT').replace('BOOK', 'PDNG'),
  );
  const { rows, fromDay, toDay } = parseCamt(text);
  expect([fromDay, toDay]).toEqual(['2026-11-16', '2026-11-18']);
  expect(rows).toMatchObject([
    { position: 1, amount: 3_100_000_000n, memo: '정산', reference: 'r1' },
    { position: 2, amount: -300n, counterparty: 'A & B', reference: 'payout-1' },
    { position: 3, amount: -400n, counterparty: 'A & B', reference: null },
  ]);
});

// prettier-ignore
test.each([
  ['no XML',                  'hello',                                              'no camt.053'],
  ['an element left open',    camt('').replace('</Document>', ''),                   'no camt.053'],
  ['entities of its own',     camt('').replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'), 'declares a document type'],
  ['another message',         '<Document><CstmrCdtTrfInitn/></Document>',           'holds no BkToCstmrStmt'],
  ['two accounts',            camt('', '<Stmt><Acct><Id><IBAN>X</IBAN></Id></Acct></Stmt>'), 'several accounts'],
  ['an amount of nothing',    camt(entry('0', 'CRDT')),                             '1 values cannot be read'],
])('a camt.053 is refused for %s', (_, text, problem) => {
  expect(() => parseCamt(text)).toThrow(problem);
});
