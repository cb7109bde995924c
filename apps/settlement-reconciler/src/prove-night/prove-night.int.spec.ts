import {
  attachMonth,
  detachMonth,
  isSigned,
  type ProofDocument,
  sealLedger,
  sealMonth,
  verifyProofs,
} from '@jeongsan/books';
import { instantAt } from '@jeongsan/calendar';
import { encodeOutput } from '@jeongsan/http-contract';
import { listNightProofs as listContract } from '@jeongsan/platform-contract';
import { eventually } from '@jeongsan/testing';
import { type KnownDay, knownDay, saleOf, TODAY, tradeOn } from '../testing/known-day.js';
import { allocate, balanceOn, bookSale, bookUnallocated, listCorrectly } from '../testing/market-day.js';
import { breaksOf, count, mainOf, night, proofKey, settings } from '../testing/night.js';
import { reconcile } from '../reconcile/reconcile.js';
import { listNightProofs } from './list-night-proofs.js';
import { proveNight } from './prove-night.js';
import { readStoredProof, replayProof } from './replay-proof.js';

// Each case makes a database of its own.
jest.setTimeout(60_000);
const TOMORROW = '2026-11-20';
let db: KnownDay['db'];
let provider: KnownDay['provider'];
let api: KnownDay['api'];
let end: KnownDay['end'];
beforeEach(async () => {
  ({ db, provider, api, end } = await knownDay());
}, 60_000);
afterEach(() => end());

/** A day of three sales, one of them given back in part. */
const aDay = () => tradeOn({ db, provider }, [10_000n, 20_000n, 33_333n], 5_000n);
async function documentOf(date: string): Promise<ProofDocument> {
  return JSON.parse((await readStoredProof(db, date, undefined)).document) as ProofDocument;
}
const differing = ({ equations }: ProofDocument) => equations.filter((one) => one.verdict !== 'HOLDS');
const again = (date: string) => proveNight(db, { businessDate: date, now: instantAt(date, '05:00:00') }, settings, 2);

test('a clean night is proven, signed, and computed again to the same bytes after the next day', async () => {
  await aDay();
  await night(db, api, TODAY);
  const document = await documentOf(TODAY);
  expect(differing(document)).toEqual([]);
  expect(document).toMatchObject({ state: 'PROVEN', number: 1, previous: null });
  const approved = document.equations.find(({ name }) => name === 'APPROVED');
  expect(approved?.sides.map(({ amount }) => amount)).toEqual(['63333', '63333']);
  const stored = await readStoredProof(db, TODAY, undefined);
  expect(isSigned(Buffer.from(stored.document), stored.signature, proofKey.publicKey)).toBe(true);

  await bookSale(db, { ...saleOf(9, 777n), approvedAt: instantAt(TODAY, '10:00:00') });
  listCorrectly(provider, [{ ...saleOf(9, 777n), approvedAt: instantAt(TODAY, '10:00:00') }]);
  provider.balance = balanceOn(provider.settlements, TOMORROW);
  await night(db, api, TOMORROW);
  expect((await documentOf(TOMORROW)).previous).toBe(stored.hash);
  expect(await replayProof(db, TODAY, undefined)).toMatchObject({ same: true, firstDifference: null });
  expect((await listNightProofs(db, {})).items.map(({ businessDate, state }) => [businessDate, state])).toEqual([
    [TOMORROW, 'PROVEN'],
    [TODAY, 'PROVEN'],
  ]);
  expect(await verifyProofs(db, [proofKey.publicKey])).toEqual({ verified: 2, flaws: [] });
});

test.each([
  ['cut short', `document = left(document, 100)`],
  [
    'cut short, and hashed again',
    `document = left(document, 100), hash = encode(sha256(left(document, 100)::bytea), 'hex')`,
  ],
  ['no proof at all, and hashed again', `document = '{}', hash = encode(sha256('{}'), 'hex')`],
  ['another verdict', `document = replace(document, '"verdict":"HOLDS"', '"verdict":"EXCEPTED"')`],
])('a stored document that is %s is listed as changed, beside the proofs of the other nights', async (_, sql) => {
  await aDay();
  await night(db, api, TODAY);
  await night(db, api, TOMORROW);
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update reconciliation.proof set ${sql} where business_date = $1`, [TODAY]);
  });
  const page = await listNightProofs(db, {});
  expect(encodeOutput(listContract, page)).toBeDefined();
  expect(page.items).toMatchObject([
    { businessDate: TOMORROW, number: 1, state: expect.stringContaining('PROVEN') as string },
    { businessDate: TODAY, number: 1, state: 'CHANGED', equations: 0, keyId: proofKey.keyId },
  ]);
});

test('a payment that the provider does not list leaves the night unproven, by name; once it is listed the night can be proven again', async () => {
  const [first] = await aDay();
  const [lost] = provider.transactions.splice(0, 1);
  await night(db, api, TODAY);
  const document = await documentOf(TODAY);
  expect(document.state).toBe('UNPROVEN');
  const approved = document.equations.find(({ name }) => name === 'APPROVED');
  expect(approved).toMatchObject({ difference: '-10000', verdict: 'DIFFERS' });
  expect(approved?.lines).toEqual([
    expect.objectContaining({
      subject: first?.transactionKey,
      expected: '10000',
      found: null,
      breakClass: 'MISSING_TRANSACTION',
    }),
  ]);
  if (lost) provider.transactions.push(lost);
  provider.balance = balanceOn(provider.settlements, TOMORROW);
  await night(db, api, TOMORROW);
  expect(await documentOf(TOMORROW)).toMatchObject({ state: 'PROVEN' });
  await again(TODAY);
  expect(await documentOf(TODAY)).toMatchObject({ state: 'PROVEN', number: 2 });
  expect((await readStoredProof(db, TODAY, 1)).state).toBe('UNPROVEN');
});

test('money without an order and an explained break are exceptions, listed', async () => {
  await aDay();
  const dollars = { ...saleOf(7, 1_234n), amount: 1_234n };
  await bookUnallocated(db, dollars, 'USD');
  provider.transactions.push({
    ...provider.transactions[0]!,
    transactionKey: 'txn-7',
    paymentKey: 'pay-7',
    orderId: 'order-7',
    currency: 'USD',
    amount: 12.34,
  });
  await night(db, api, TODAY);
  expect(await documentOf(TODAY)).toMatchObject({ state: 'UNPROVEN' });
  await explainAll();
  await again(TODAY);
  const document = await documentOf(TODAY);
  expect(differing(document)).toEqual([]);
  expect(document.state).toBe('PROVEN_WITH_EXCEPTIONS');
  expect(document.equations.find(({ name, lines }) => name === 'UNALLOCATED' && lines.length > 0)?.lines).toEqual([
    expect.objectContaining({ subject: 'pay-7', found: '1234', cause: 'EXPECTED' }),
  ]);
});

/** The equations of the provider's balance, which were not compared. */
const balanceMissed = ['BALANCE_PENDING', 'BALANCE_AVAILABLE'].map((name) => [
  name,
  'EXCEPTED',
  [expect.objectContaining({ subject: TODAY, expected: null, found: null, cause: 'NOT_COMPARED' })],
]);
const differingLines = async (date: string) =>
  differing(await documentOf(date)).map(({ name, verdict, lines }) => [name, verdict, lines]);

test('a night that is finished on the next date says that the balance of its date was not compared', async () => {
  await aDay();
  await reconcile(db, [mainOf(api)], TODAY, settings, () => instantAt(TOMORROW, '00:30:00'));
  expect(await differingLines(TODAY)).toEqual(balanceMissed);
  expect(await documentOf(TODAY)).toMatchObject({ state: 'PROVEN_WITH_EXCEPTIONS' });
  expect(await replayProof(db, TODAY, undefined)).toMatchObject({ same: true });
  await night(db, api, TOMORROW);
  expect(await documentOf(TOMORROW)).toMatchObject({ state: 'PROVEN' });
});

test('a balance that is read while the date ends is not compared, and is no break', async () => {
  await aDay();
  let time = instantAt(TODAY, '23:59:59');
  provider.before = ({ pathname }) => {
    if (pathname === '/v2/balances') time = instantAt(TOMORROW, '00:00:00');
  };
  provider.balance.pending += 1;
  await reconcile(db, [mainOf(api)], TODAY, settings, () => time);
  expect(await differingLines(TODAY)).toEqual(balanceMissed);
  expect(await breaksOf(db)).toEqual([]);
});

test('money that gets its order after the night leaves the proof computed again as it was', async () => {
  await aDay();
  const sale = await bookUnallocated(db, saleOf(7, 5_000n));
  listCorrectly(provider, [sale]);
  provider.balance = balanceOn(provider.settlements, TODAY);
  await night(db, api, TODAY);
  await allocate(db, sale);
  expect(await replayProof(db, TODAY, undefined)).toMatchObject({ same: true, firstDifference: null });
  await again(TODAY);
  const orders = (await documentOf(TODAY)).equations.find(({ name }) => name === 'ORDERS');
  expect(orders?.sides.map(({ amount }) => amount)).toEqual(['68333', '68333']);
});

test('a proof with entries of detached months is computed again once they are attached, and refused until then', async () => {
  await aDay();
  await night(db, api, TODAY);
  const now = instantAt('2027-01-05', '00:00:00');
  await db.query(`select ledger.make_months($1, 0)`, [now]);
  await db.query(`select ledger.open_books_from(ledger.month_start('2027-01-01'))`);
  await eventually(
    async () => {
      await sealLedger(db);
      for (const month of ['2026-11', '2026-12']) await sealMonth(db, month, now);
    },
    { timeoutMs: 30_000 },
  );
  for (const month of ['2026-11', '2026-12']) {
    await db.query(`select ledger.mark_exported($1, $2)`, [`${month}-01`, now]);
    await detachMonth(db, month, now);
  }
  await expect(replayProof(db, TODAY, undefined)).rejects.toMatchObject({
    ...{ code: 'LEDGER_MONTH_DETACHED', status: 409 },
    detail: expect.stringContaining('Attach 2026-12 (npm run books -- months attach 2026-12), then each') as string,
  });
  await attachMonth(db, '2026-12');
  await attachMonth(db, '2026-11');
  expect(await replayProof(db, TODAY, undefined)).toMatchObject({ same: true, firstDifference: null });
});

/** Rules in force that two people decided. */
async function rulesDecided(): Promise<void> {
  const decided = `'2026-11-01', 'active', 'known', 'person:kim', '2026-10-01', 'person:lee', '2026-10-02'`;
  await db.query(
    `insert into reconciliation.rule (id, class, tolerance, effective_from, state, reason, proposed_by, proposed_at, decided_by, decided_at)
     values ('00000000-0000-4000-8000-000000000001', 'SETTLEMENT_PAYOUT_AMOUNT', 10, ${decided})`,
  );
  await db.query(
    `with t as (
       insert into reconciliation.fee_table (id, account, effective_from, state, reason, proposed_by, proposed_at, decided_by, decided_at)
       values ('00000000-0000-4000-8000-000000000002', '', ${decided}) returning id
     )
     insert into reconciliation.fee_line (table_id, method, currency, rate, rounding, vat_mode) select id, '카드', 'KRW', 3300, 'down', 'included' from t`,
  );
}

test('the document names the versions of the rules matched by, and a version rewritten later contradicts it', async () => {
  await rulesDecided();
  await aDay();
  await night(db, api, TODAY);
  const { format, ruleVersions } = await documentOf(TODAY);
  expect(format).toBe('jeongsan-proof/2');
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  expect(ruleVersions).toEqual([
    { kind: 'fee-table', id: '00000000-0000-4000-8000-000000000002', of: '', effectiveFrom: '2026-11-01', hash },
    {
      ...{ kind: 'matching-rule', id: '00000000-0000-4000-8000-000000000001', of: 'SETTLEMENT_PAYOUT_AMOUNT' },
      ...{ effectiveFrom: '2026-11-01', hash },
    },
    expect.objectContaining({ kind: 'severity-rule', effectiveFrom: '2000-01-01' }),
  ]);
  expect(await replayProof(db, TODAY, undefined)).toMatchObject({ same: true });
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('update reconciliation.fee_line set rate = 3200');
  });
  expect((await replayProof(db, TODAY, undefined)).firstDifference).toMatch(/^RULES fee-table 0.*2: hash/);
});

test('a pay-out amount that is 10 won short under a tolerance of 10 is an exception on its night and when it is posted, and never a break', async () => {
  await rulesDecided();
  await aDay();
  const [row] = provider.settlements;
  if (row) row.payOutAmount -= 10;
  const line = expect.objectContaining({ subject: row?.transactionKey, amount: '-10', cause: 'TOLERATED' }) as object;
  const exceptions: unknown[] = [];
  for (const date of [TODAY, TOMORROW, '2026-11-21', '2026-11-22']) {
    provider.balance = balanceOn(provider.settlements, date);
    await night(db, api, date);
    const document = await documentOf(date);
    expect(document.state).not.toBe('UNPROVEN');
    for (const { name, verdict, lines } of differing(document)) exceptions.push([name, verdict, lines]);
  }
  expect(exceptions).toContainEqual(['SETTLED_NET', 'EXCEPTED', [line]]);
  expect(exceptions).toContainEqual(['BOOKED_SETTLED', 'EXCEPTED', [line]]);
  expect(await count(db, 'reconciliation.break')).toBe(0);
});

test('a pay-out amount that is 11 won short under a tolerance of 10 leaves the night unproven', async () => {
  await rulesDecided();
  await aDay();
  const [row] = provider.settlements;
  if (row) row.payOutAmount -= 11;
  await night(db, api, TODAY);
  const document = await documentOf(TODAY);
  expect(document.state).toBe('UNPROVEN');
  expect(differing(document).map(({ name, lines }) => [name, lines.map(({ cause }) => cause)])).toEqual([
    ['SETTLED_NET', [null]],
    ['OPEN_BREAKS', [null]],
  ]);
});

/** Closes every open break as a person does who explains it. */
async function explainAll(): Promise<void> {
  await db.query(
    `update reconciliation.break set resolved_at = now(), state = 'EXPLAINED', reason = 'known', version = version + 1, action = 'explain',
            changed_at = now(), changed_by = 'person:kim' where resolved_at is null`,
  );
}
