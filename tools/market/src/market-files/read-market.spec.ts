import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MarketFilesInvalid, type MarketFile } from './market-files-invalid.js';
import { readMarket } from './read-market.js';

type Files = Record<MarketFile, string | Buffer | undefined>;

const SELLERS = [
  'sellerId,businessType,name,representativeName,businessRegistrationNumber,email,phone,bankCode,accountNumber,holderName,verification',
  'shop-a,CORPORATE,주식회사 다온푸드,김서연,1008100008,a@example.com,01000000001,004,12345678901234,주식회사 다온푸드,COMPLETED',
  'shop-b,INDIVIDUAL,박민준,,,b@example.com,01000000002,295,1,박민준,NEVER',
];
const TERMS = [
  'sellerId,effectiveFrom,commissionRate,tranches,cycle,datePolicy,taxType,reserve,debtNetPercent',
  'shop-a,2026-05-01,10000,100%@2B,DAILY,HOLIDAY_AFTER,GENERAL,FIXED:200000,100',
  'shop-a,2026-05-16,3370,70%@2B+30%@15C,"MONTHLY:10,31",CALENDAR_DAY,EXEMPT,ROLLING:10%:14,50',
  'shop-b,2026-04-01,0,100%@0C,"WEEKLY:MON,THU",HOLIDAY_BEFORE,WITHHOLDING,,0',
];
const ORDERS = [
  'orderId,orderedAt,orderName,method,way,registered,depositedAt,lineId,sellerId,category,quantity,amount,taxFreeAmount,discountAmount,discountBySeller',
  'ORD-0002,2026-05-02T10:00:00+09:00,"사과, ""꿀"" 배",간편결제,BESIDE,NEXT_DAY,,L1,shop-a,농산물,3,20000,18667,1333,333',
  'ORD-0001,2026-05-01T09:00:00+09:00,책 외 1건,카드,WINDOW,BEFORE,,L1,shop-a,도서,1,15000,15000,0,0',
  'ORD-0002,2026-05-02T10:00:00+09:00,"사과, ""꿀"" 배",간편결제,BESIDE,NEXT_DAY,,L2,shop-b,생활,1,9900,0,0,0',
  'ORD-0001,2026-05-01T09:00:00+09:00,책 외 1건,카드,WINDOW,BEFORE,,L2,shop-b,생활,2,5000,0,0,0',
];
const CANCELS = [
  'cancelId,orderId,canceledAt,reason,amount,lineId,side,quantity,allocatedTo',
  'CXL-2,ORD-0001,2026-05-03T12:00:00+09:00,배송 지연,,,GATEWAY,,',
  'CXL-1,ORD-0001,2026-05-01T12:00:00+09:00,단순 변심,3001,L2,GATEWAY,,',
];
const HOLDS = [
  'holdId,sellerId,scope,orderId,amount,reason,placedOn,releaseOn',
  'HLD-1,shop-a,SELLER,,,FRAUD_REVIEW,2026-05-03,2026-05-10',
  'HLD-2,shop-b,ORDER,ORD-0001,,DISPUTE,2026-05-01,',
  'HLD-3,shop-b,AMOUNT,,5000,CLAIM,2026-05-01,2026-05-02',
];
const GOOD = {
  'sellers.csv': SELLERS,
  'terms.csv': TERMS,
  'orders.csv': ORDERS,
  'cancels.csv': CANCELS,
  'holds.csv': HOLDS,
};
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const goodFiles = (): Files => ({
  'sellers.csv': text(SELLERS),
  'terms.csv': text(TERMS),
  'orders.csv': text(ORDERS),
  'cancels.csv': text(CANCELS),
  'holds.csv': text(HOLDS),
});

let dir: string;
beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'market-'))));
afterEach(() => rm(dir, { recursive: true }));

async function read(files: Files) {
  for (const [file, content] of Object.entries(files)) {
    if (content !== undefined) await writeFile(join(dir, file), content);
  }
  return readMarket(dir);
}

async function problemsOf(files: Files): Promise<MarketFilesInvalid> {
  const answer = await read(files).catch((error: unknown) => error);
  if (answer instanceof MarketFilesInvalid) return answer;
  throw new Error('The files were read although they are wrong');
}

/** The good files with one line of one file replaced (`to`), or, where there is no such line yet, added. */
function withLine(file: MarketFile, line: number, to: string): Files {
  const lines = [...GOOD[file]];
  lines[line - 1] = to;
  return { ...goodFiles(), [file]: text(lines) };
}

test('good files are read whole: orders and cancels by time, lines in file order, amounts exact', async () => {
  const market = await read(goodFiles());
  expect(market.sellers.map(({ sellerId, representativeName }) => [sellerId, representativeName])).toEqual([
    ['shop-a', '김서연'],
    ['shop-b', undefined],
  ]);
  expect(market.terms.map(({ cycle }) => cycle)).toEqual([
    { kind: 'DAILY' },
    { kind: 'MONTHLY', daysOfMonth: [10, 31] },
    { kind: 'WEEKLY', weekdays: ['MON', 'THU'] },
  ]);
  expect(market.orders.map(({ orderId }) => orderId)).toEqual(['ORD-0001', 'ORD-0002']);
  expect(market.orders[1]).toEqual({
    orderId: 'ORD-0002',
    orderedAt: '2026-05-02T10:00:00+09:00',
    orderName: '사과, "꿀" 배',
    method: '간편결제',
    way: 'BESIDE',
    registered: 'NEXT_DAY',
    depositedAt: undefined,
    lines: [
      {
        ...{ lineId: 'L1', sellerId: 'shop-a', category: '농산물', quantity: 3, amount: 20_000n },
        ...{ taxFreeAmount: 18_667n, discountAmount: 1333n, discountBySeller: 333n },
      },
      {
        ...{ lineId: 'L2', sellerId: 'shop-b', category: '생활', quantity: 1, amount: 9900n },
        ...{ taxFreeAmount: 0n, discountAmount: 0n, discountBySeller: 0n },
      },
    ],
  });
  expect(market.cancels.map(({ cancelId, amount, lineId }) => [cancelId, amount, lineId])).toEqual([
    ['CXL-1', 3001n, 'L2'],
    ['CXL-2', undefined, undefined],
  ]);
});

test('a byte order mark, CRLF, empty lines and another order of columns change nothing', async () => {
  const expected = await read(goodFiles());
  const swapped = CANCELS.map((line) => line.split(',').toReversed().join(','));
  const files: Files = {
    'sellers.csv': `\uFEFF${SELLERS.join('\r\n')}`,
    'terms.csv': TERMS.join('\r\n\r\n'),
    'orders.csv': `\uFEFF${text(ORDERS)}\n\n`,
    'cancels.csv': text(swapped),
    'holds.csv': text(HOLDS),
  };
  expect(await read(files)).toEqual(expected);
});

const [SELLER_A = '', SELLER_B = ''] = SELLERS.slice(1);
const [TERMS_A = ''] = TERMS.slice(1);
const ORDER_1 = ORDERS[2] ?? '';
const NEW_ORDER = ORDER_1.replace('ORD-0001', 'ORD-0003');
const [CANCEL_2 = ''] = CANCELS.slice(1);
const [HOLD_1 = '', HOLD_2 = ''] = HOLDS.slice(1);

// prettier-ignore
test.each<[what: string, file: MarketFile, line: number, to: string, column: string | undefined, reason: RegExp]>([
  ['an id with a space',                   'sellers.csv', 3, SELLER_B.replace('shop-b', 'shop b'),           'sellerId',                   /"shop b" is not 1 to 40 of/],
  ['a seller twice',                       'sellers.csv', 4, SELLER_B,                                       'sellerId',                   /shop-b is already on line 3/],
  ['an unknown business type',             'sellers.csv', 3, SELLER_B.replace('INDIVIDUAL', 'PERSON'),       'businessType',               /"PERSON" is none of INDIVIDUAL, /],
  ['an empty name',                        'sellers.csv', 3, SELLER_B.replace('박민준', ''),                   'name',                       /is empty/],
  ['a name with a space in front',         'sellers.csv', 3, SELLER_B.replace('박민준', ' 박민준'),              'name',                       /begins or ends with a space/],
  ['a control character',                  'sellers.csv', 3, SELLER_B.replace('박민준', '박\t민준'),             'name',                       /control character/],
  ['a holder name that is too long',       'sellers.csv', 3, SELLER_B.replace('박민준,N', `${'가'.repeat(51)},N`), 'holderName',              /is 51 characters long, at most 50 fit/],
  ['a company without representative',     'sellers.csv', 2, SELLER_A.replace('김서연', ''),                   'representativeName',         /only an INDIVIDUAL has none/],
  ['an individual with a representative',  'sellers.csv', 3, SELLER_B.replace(',,,', ',박민준,,'),              'representativeName',         /must be empty for an INDIVIDUAL/],
  ['a wrong check digit',                  'sellers.csv', 2, SELLER_A.replace('1008100008', '1008100009'),   'businessRegistrationNumber', /not a business registration number/],
  ['an e-mail without a domain',           'sellers.csv', 3, SELLER_B.replace('b@example.com', 'b@'),        'email',                      /not an e-mail address/],
  ['a phone number with hyphens',          'sellers.csv', 3, SELLER_B.replace('01000000002', '010-0000-0002'), 'phone',                    /not a phone number of 8 to 11 digits/],
  ['a bank nobody knows',                  'sellers.csv', 3, SELLER_B.replace('295', '999'),                 'bankCode',                   /"999" is no bank/],
  ['an account number of 15 digits',       'sellers.csv', 2, SELLER_A.replace('12345678901234', '123456789012345'), 'accountNumber',       /1 to 14 digits/],
  ['an unknown verification',              'sellers.csv', 3, SELLER_B.replace('NEVER', 'LATER'),             'verification',               /"LATER" is none of COMPLETED/],
  ['terms of a stranger',                  'terms.csv',   5, TERMS_A.replace('shop-a', 'shop-c'),            'sellerId',                   /shop-c is not in sellers.csv/],
  ['terms twice from one day',             'terms.csv',   5, TERMS_A,                                        'sellerId + effectiveFrom',   /already on line 2/],
  ['a day that does not exist',            'terms.csv',   2, TERMS_A.replace('2026-05-01', '2026-04-31'),    'effectiveFrom',              /"2026-04-31" is not a date/],
  ['a rate in percent',                    'terms.csv',   2, TERMS_A.replace('10000', '10.5'),               'commissionRate',             /"10.5" is not a whole number from 0 to 90000/],
  ['a rate above everything',              'terms.csv',   2, TERMS_A.replace('10000', '90001'),             'commissionRate',             /"90001" is not/],
  ['a lag of 61 days',                     'terms.csv',   2, TERMS_A.replace('2B', '61B'),                   'tranches',                   /"100%@61B" is not like 100%@2B/],
  ['an unknown lag unit',                  'terms.csv',   2, TERMS_A.replace('2B', '2W'),                    'tranches',                   /"100%@2W" is not like/],
  ['tranches of less than the whole',      'terms.csv',   2, TERMS_A.replace('100%@2B', '70%@2B+29%@9C'),    'tranches',                   /add up to 100 %/],
  ['five tranches',                        'terms.csv',   2, TERMS_A.replace('100%@2B', Array(5).fill('20%@2B').join('+')), 'tranches',      /at most 4 parts/],
  ['an unknown tax type',                  'terms.csv',   2, TERMS_A.replace('GENERAL', 'NONE'),              'taxType',                    /"NONE" is none of/],
  ['a reserve for half a year and a day',  'terms.csv',   2, TERMS_A.replace('FIXED:200000', 'ROLLING:10%:181'), 'reserve',                /at most 180 days/],
  ['a reserve of nothing',                 'terms.csv',   2, TERMS_A.replace('FIXED:200000', 'FIXED:0'),     'reserve',                    /"FIXED:0" is neither/],
  ['more netted than there is',            'terms.csv',   2, TERMS_A.replace(/100$/, '101'),                 'debtNetPercent',             /from 0 to 100/],
  ['a hold twice',                         'holds.csv',   5, HOLDS[1] ?? '',                                 'holdId',                     /HLD-1 is already on line 2/],
  ['a hold on a stranger',                 'holds.csv',   2, HOLD_1.replace('shop-a', 'shop-c'),             'sellerId',                   /shop-c is not in sellers.csv/],
  ['a hold on an unknown order',           'holds.csv',   3, HOLD_2.replace('ORD-0001', 'ORD-0009'),         'orderId',                    /ORD-0009 is not in orders.csv/],
  ['a hold on an order that names none',   'holds.csv',   3, HOLD_2.replace('ORD-0001', ''),                 'orderId',                    /where the scope is ORDER/],
  ['a hold on a seller with an amount',    'holds.csv',   2, HOLD_1.replace('R,,,', 'R,,100,'),              'amount',                     /where the scope is AMOUNT/],
  ['a hold that ends before it begins',    'holds.csv',   2, HOLD_1.replace('05-10', '05-03'),               'releaseOn',                  /is not after 2026-05-03/],
  ['a reason in small letters',            'holds.csv',   2, HOLD_1.replace('FRAUD_REVIEW', 'review'),       'reason',                     /capital letters/],
  ['a weekly cycle without days',          'terms.csv',   2, TERMS_A.replace('DAILY', 'WEEKLY'),             'cycle',                      /"WEEKLY" is not a cycle/],
  ['a weekday twice',                      'terms.csv',   2, TERMS_A.replace('DAILY', '"WEEKLY:MON,MON"'),   'cycle',                      /each day once/],
  ['the 32nd of a month',                  'terms.csv',   2, TERMS_A.replace('DAILY', 'MONTHLY:32'),         'cycle',                      /"MONTHLY:32" is not a cycle/],
  ['an unknown policy',                    'terms.csv',   2, TERMS_A.replace('HOLIDAY_AFTER', 'AFTER'),      'datePolicy',                 /"AFTER" is none of/],
  ['an order id that is too short',        'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-1'),           'orderId',                    /6 to 64/],
  ['a time of another zone',               'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('+09:00', 'Z'),   'orderedAt', /not a Korean time/],
  ['an order name that is too long',       'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('책 외 1건', '책'.repeat(101)), 'orderName', /is 101 characters long/],
  ['a method that is not offered',         'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('카드', '현금'),   'method',      /"현금" is none of 카드/],
  ['an amount with a separator',           'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('15000,1', '"15,000",1'), 'amount', /written in digits only/],
  ['an amount of nothing',                 'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('15000,15000', '0,0'), 'amount',   /"0" is not an amount of won from 1/],
  ['a negative discount',                  'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace(',0,0', ',-1,0'), 'discountAmount', /"-1" is not an amount/],
  ['a discount of everything',             'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('15000,0,0', '0,15000,0'), 'discountAmount', /15000 is not below the amount of 15000/],
  ['more borne by the seller than given',  'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('15000,0,0', '0,10,11'), 'discountBySeller', /11 is above the discount of 10/],
  ['more tax-free than the buyer pays',    'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('15000,0,0', '15000,1,0'), 'taxFreeAmount', /15000 is above the 14999/],
  ['a line of a stranger',                 'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('shop-a', 'shop-c'), 'sellerId',     /shop-c is not in sellers.csv/],
  ['an order before its seller has terms', 'orders.csv',  6, ORDER_1.replace('ORD-0001', 'ORD-0003').replace('05-01', '04-30'),   'orderedAt',    /is before 2026-05-01, the day the first terms of shop-a begin/],
  ['a line twice in an order',             'orders.csv',  6, ORDER_1.replace('L1', 'L1'),                    'lineId',                     /L1 is already on line 3 of the same order ORD-0001/],
  ['rows that disagree about their order', 'orders.csv',  6, ORDER_1.replace('L1', 'L3').replace('카드', '계좌이체'), 'method',               /differs from line 3 of the same order ORD-0001/],
  ['a way of paying nobody knows',         'orders.csv',  6, NEW_ORDER.replace('WINDOW', 'CASH'),            'way',                        /"CASH" is none of WINDOW, /],
  ['a billing charge by bank transfer',    'orders.csv',  6, NEW_ORDER.replace('카드,WINDOW', '계좌이체,BILLING'), 'method',                /BILLING is paid by 카드, not 계좌이체/],
  ['a link whose order is known before',   'orders.csv',  6, NEW_ORDER.replace('WINDOW', 'LINK'),            'registered',                 /of LINK is one of AFTER, NEXT_DAY/],
  ['a tax-free payment by phone',          'orders.csv',  6, NEW_ORDER.replace('WINDOW,BEFORE', 'ARS,AFTER'), 'taxFreeAmount',             /ARS tells the provider no tax-free amount/],
  ['a split with a discount',              'orders.csv',  6, NEW_ORDER.replace('WINDOW,BEFORE', 'LINK,BY_SPLIT').replace('15000,0,0', '0,10,0'), 'registered', /a split knows one unit and no discount/],
  ['a split of a window payment',          'orders.csv',  6, NEW_ORDER.replace('BEFORE', 'BY_SPLIT'),        'registered',                 /of WINDOW is one of BEFORE/],
  ['a deposit for a card payment',         'orders.csv',  6, NEW_ORDER.replace('BEFORE,', 'BEFORE,2026-05-02T10:00:00+09:00'), 'depositedAt', /is for VIRTUAL_ACCOUNT, not WINDOW/],
  ['a deposit after the account expired',  'orders.csv',  6, NEW_ORDER.replace('카드,WINDOW,BEFORE,', '가상계좌,VIRTUAL_ACCOUNT,BEFORE,2026-05-09T10:00:00+09:00'), 'depositedAt', /is not within 5 days after 2026-05-01T09/],
  ['a cancel at the provider of a line',   'cancels.csv', 3, (CANCELS[2] ?? '').replace('GATEWAY', 'PROVIDER'), 'lineId',                  /the provider knows no lines/],
  ['no units',                             'orders.csv',  6, NEW_ORDER.replace('도서,1,', '도서,0,'),            'quantity',                   /"0" is not a whole number from 1/],
  ['units of no line',                     'cancels.csv', 2, CANCEL_2.replace(/,,$/, ',1,'),                 'quantity',                   /is for a cancel with a line and without an amount/],
  ['units at the provider',                'cancels.csv', 2, CANCEL_2.replace(',,,GATEWAY,', ',,L2,PROVIDER,1'), 'lineId',                 /the provider knows no lines/],
  ['more units than are left',             'cancels.csv', 2, CANCEL_2.replace(',,,GATEWAY,', ',,L2,GATEWAY,3'), 'quantity',                /3 is more than the 2 units that remain/],
  ['an allocation that cannot be read',    'cancels.csv', 2, CANCEL_2.replace(/,,$/, ',,L1:5'),              'allocatedTo',                /"L1:5" is not like L2=3000/],
  ['an allocation with a line twice',      'cancels.csv', 2, CANCEL_2.replace(/,,$/, ',,L1=5+L1=6'),         'allocatedTo',                /each line once/],
  ['an allocation of everything',          'cancels.csv', 2, CANCEL_2.replace(/,,$/, ',,L1=5'),              'allocatedTo',                /is for a cancel with an amount and without a line/],
  ['an allocation of another sum',         'cancels.csv', 2, CANCEL_2.replace(',,,', ',500,,').replace(/,,$/, ',,L1=400'), 'allocatedTo',  /add up to 400, not to 500/],
  ['an allocation to a line without it',   'cancels.csv', 2, CANCEL_2.replace(',,,', ',2500,,').replace(/,,$/, ',,L2=2500'), 'allocatedTo', /2500 is more than the 1999 that remain of line L2/],
  ['a cancel twice',                       'cancels.csv', 4, CANCELS[2] ?? '',                               'cancelId',                   /CXL-1 is already on line 3/],
  ['a cancel of an unknown order',         'cancels.csv', 2, CANCEL_2.replace('ORD-0001', 'ORD-0009'),       'orderId',                    /ORD-0009 is not in orders.csv/],
  ['a cancel of an unknown line',          'cancels.csv', 2, CANCEL_2.replace(',,,', ',,L9,'),                   'lineId',                     /the order has no line L9/],
  ['a cancel at the moment of the order',  'cancels.csv', 2, CANCEL_2.replace('05-03T12', '05-01T09'),       'canceledAt',                 /is not after 2026-05-01T09:00:00/],
  ['a reason that is too long',            'cancels.csv', 2, CANCEL_2.replace('배송 지연', '왜'.repeat(201)),    'reason',                     /is 201 characters long/],
  ['a cancel of nothing',                  'cancels.csv', 2, CANCEL_2.replace(',,', ',0,'),                  'amount',                     /"0" is not an amount of won from 1/],
  ['more than remains of the order',       'cancels.csv', 2, CANCEL_2.replace(',,', ',17000,'),              'amount',                     /17000 is more than the 16999 that remain/],
  ['more than remains of the line',        'cancels.csv', 2, CANCEL_2.replace(',,', ',2000,L2'),             'amount',                     /2000 is more than the 1999 that remain/],
  ['a cancel after everything is gone',    'cancels.csv', 4, CANCEL_2.replace('CXL-2', 'CXL-3').replace('05-03', '05-04'), 'amount',       /nothing remains/],
  ['a value too many',                     'cancels.csv', 2, `${CANCEL_2},`,                                 undefined,                    /has 10 values where the header has 9/],
  ['a value too few',                      'cancels.csv', 2, CANCEL_2.replace(',GATEWAY', ''),                    undefined,                    /has 8 values where the header has 9/],
  ['a quote that is never closed',         'cancels.csv', 2, CANCEL_2.replace('배송', '"배송'),                undefined,                    /its quotes do not match/],
  ['an unknown column',                    'cancels.csv', 1, 'cancelId,orderId,canceledAt,reason,amount,line', 'line',                     /no such column/],
  ['a missing column',                     'cancels.csv', 1, 'cancelId,orderId,canceledAt,reason,amount,line', 'lineId',                   /this column is missing/],
  ['a column that is there twice',         'cancels.csv', 1, 'cancelId,orderId,canceledAt,reason,amount,lineId,amount', 'amount',          /more than once/],
])('%s is named with its file, line, column and reason', async (_what, file, line, to, column, reason) => {
  const { problems } = await problemsOf(withLine(file, line, to));
  expect(problems).toContainEqual({
    file,
    line,
    ...(column === undefined ? {} : { column }),
    reason: expect.stringMatching(reason) as string,
  });
});

test('an order of more than fits a payment is named even when each line fits', async () => {
  const lines = ['L1', 'L2'].map((line) => ORDER_1.replace('ORD-0001', 'ORD-0003').replace('L1', line));
  const large = lines.map((line) => line.replace('15000,15000', '600000000,0'));
  const { problems } = await problemsOf({ ...goodFiles(), 'orders.csv': text([...ORDERS, ...large]) });
  expect(problems).toEqual([
    {
      file: 'orders.csv',
      line: 6,
      column: 'amount',
      reason: 'the order comes to 1200000000 won, at most 999999999 fit',
    },
  ]);
});

test('a file that is missing, empty or not UTF-8 is named, and the others are still checked', async () => {
  const { problems } = await problemsOf({
    'sellers.csv': undefined,
    'terms.csv': '',
    'orders.csv': Buffer.concat([Buffer.from(`${ORDERS[0]}\n`), Buffer.from([0xc3, 0xa5, 0xb5, 0xe5])]),
    'cancels.csv': text(CANCELS).replace('3001', '3,001'),
    'holds.csv': text(HOLDS),
  });
  expect(problems.map(({ file, line, reason }) => `${file}:${line} ${reason}`)).toEqual([
    'sellers.csv:1 is missing',
    'terms.csv:1 is empty: the first line names the columns',
    'orders.csv:2 is not UTF-8: spreadsheets call the right choice "CSV UTF-8"',
    'cancels.csv:3 has 10 values where the header has 9',
  ]);
});

test('problems of all files are reported together, in the order of the files, and none only because of another', async () => {
  const { problems, message } = await problemsOf({
    'sellers.csv': text(SELLERS).replace('004', '4'),
    'terms.csv': text(TERMS).replace('2026-05-01', '2026-5-1'),
    'orders.csv': text(ORDERS).replace('15000,15000', '15000,15001'),
    'cancels.csv': text(CANCELS).replace('단순 변심', ''),
    'holds.csv': text(HOLDS),
  });
  expect(problems.map(({ file, line, column }) => `${file}:${line} ${column}`)).toEqual([
    'sellers.csv:2 bankCode',
    'terms.csv:2 effectiveFrom',
    'orders.csv:3 taxFreeAmount',
    'cancels.csv:3 reason',
  ]);
  expect(message.split('\n').slice(0, 2)).toEqual([
    'The market files hold 4 problems; nothing was read:',
    '  sellers.csv:2 bankCode: "4" is no bank\'s three-digit code',
  ]);
});

test('a thousand problems are listed as the first fifty and a count', async () => {
  const bad = Array.from({ length: 1000 }, (_, index) => `shop-${index},PERSON`);
  const { problems, more, message } = await problemsOf({ ...goodFiles(), 'sellers.csv': text([...SELLERS, ...bad]) });
  expect([problems.length, more]).toEqual([50, 950]);
  expect(message.endsWith('... and 950 more')).toBe(true);
});

test('the cancel that an operator allocates is the last one of its order', async () => {
  const [header = '', last = '', first = ''] = CANCELS;
  const allocated = first.replace('3001,L2', '3001,').replace(/,,$/, ',,L1=3001');
  const { problems } = await problemsOf({ ...goodFiles(), 'cancels.csv': text([header, last, allocated]) });
  expect(problems.map(({ line, column, reason }) => `${line} ${column} ${reason}`)).toEqual([
    '2 orderId has an earlier cancel with allocatedTo, which must be the last one',
  ]);
  const market = await read({ ...goodFiles(), 'cancels.csv': text([header, allocated]) });
  expect(market.cancels[0]?.allocatedTo).toEqual([{ lineId: 'L1', amount: 3001n }]);
});

test('an order that waits for its deposit is canceled as a whole, and one with a deposit only after the deposit', async () => {
  const unpaid = NEW_ORDER.replace('카드,WINDOW', '가상계좌,VIRTUAL_ACCOUNT');
  const paid = unpaid.replace('ORD-0003', 'ORD-0004').replace('BEFORE,', 'BEFORE,2026-05-02T10:00:00+09:00');
  const cancels = [
    'CXL-3,ORD-0003,2026-05-01T12:00:00+09:00,변심,1000,,GATEWAY,,',
    'CXL-4,ORD-0004,2026-05-01T12:00:00+09:00,변심,,,GATEWAY,,',
  ];
  const { problems } = await problemsOf({
    ...goodFiles(),
    'orders.csv': text([...ORDERS, unpaid, paid]),
    'cancels.csv': text([...CANCELS, ...cancels]),
  });
  expect(problems.map(({ line, column, reason }) => `${line} ${column} ${reason}`)).toEqual([
    '4 amount an order without a deposit is canceled as a whole',
    '5 canceledAt is not after 2026-05-02T10:00:00+09:00, when the deposit arrived',
  ]);
});
