import { recordDecision, verifyWholeTrail } from '@jeongsan/audit';
import { verifyProofs } from '@jeongsan/books';
import { instantAt } from '@jeongsan/calendar';
import { type KnownDay, knownDay, TODAY, tradeOn } from '../testing/known-day.js';
import { balanceOn } from '../testing/market-day.js';
import { night, proofKey, settings } from '../testing/night.js';
import { proveNight } from './prove-night.js';
import { replayProof } from './replay-proof.js';

jest.setTimeout(240_000);
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
const again = (date: string) => proveNight(db, { businessDate: date, now: instantAt(date, '05:00:00') }, settings, 2);

test.each([
  [
    'an amount of a settlement row is changed',
    `update reconciliation.settlement set amount = amount + 1 where transaction_key = 'txn-1'`,
    /^SETTLED settlements/,
  ],
  [
    'a payment is changed',
    `update gateway.payment set amount = amount + 1 where transaction_key = 'txn-2'`,
    /^ORDERS payments|^APPROVED payments/,
  ],
  [
    'an entry is changed',
    `update ledger.entry set amount = amount + 1 where id = (select min(id) from ledger.entry where account_code = 'provider:receivable')`,
    /^BOOKED_PAYMENTS ledger|^LEDGER_SUM/,
  ],
])('a past proof computed again after %s names the difference', async (_, sql, named) => {
  await aDay();
  await night(db, api, TODAY);
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(sql);
  });
  const replay = await replayProof(db, TODAY, undefined);
  expect(replay.same).toBe(false);
  expect(replay.firstDifference).toMatch(named);
});

test.each([
  [
    'a document',
    `update reconciliation.proof set document = replace(document, '63333', '63334') where number = 1`,
    'signature',
  ],
  [
    'its inputs',
    `update reconciliation.proof_input set content = replace(content, '63333', '63334') where number = 1`,
    'inputs',
  ],
  ['its state', `update reconciliation.proof set state = 'UNPROVEN' where number = 1`, 'PROVEN'],
  ['the hash before', `update reconciliation.proof set hash = encode(sha256('x'), 'hex') where number = 1`, ' '],
  ['a whole proof that is gone', `delete from reconciliation.proof where number = 1`, 'proof'],
])('a change of %s is found and named', async (_, sql, expected) => {
  await aDay();
  await night(db, api, TODAY);
  await again(TODAY);
  await expect(db.query(sql)).rejects.toThrow('a proof is never changed');
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(sql);
  });
  const { flaws } = await verifyProofs(db, [proofKey.publicKey]);
  expect(flaws.length).toBeGreaterThan(0);
  expect(flaws.map(({ subject }) => subject)).toContain(`proof/${TODAY}/1`);
  expect(flaws.map((one) => one.expected).join(' ')).toContain(expected);
});

/** Changes the past, which only the owner of the database can do. */
const tamper = (...all: string[]) =>
  db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    for (const sql of all) await tx.query(sql);
  });
const [withoutProof, withoutInputs] = ['proof', 'proof_input'].map(
  (table) => `delete from reconciliation.${table} where id = (select max(id) from reconciliation.proof_input)`,
) as [string, string];

// prettier-ignore
test.each<[string, string[]]>([
  ['the newest proof is gone',                 [withoutProof]],
  ['the newest proof is gone with its inputs', [withoutProof, withoutInputs]],
  ['the inputs of the newest proof are gone',  [withoutInputs]],
])('%s: it is named', async (_, changes) => {
  await aDay();
  await night(db, api, TODAY);
  provider.balance = balanceOn(provider.settlements, TOMORROW);
  await night(db, api, TOMORROW);
  await tamper(...changes);
  const { flaws } = await verifyProofs(db, null);
  expect(flaws.map(({ subject }) => subject)).toEqual([`proof/${TOMORROW}/1`]);
});

// prettier-ignore
test.each([
  ['an amount that is none',   `update reconciliation.proof_input set content = replace(content, '"63333"', '"63333.0"')`],
  ['an equation of another release', `update reconciliation.proof_input set content = replace(content, '"APPROVED"', '"OTHER"')`],
  ['inputs without anything',  `update reconciliation.proof_input set content = '{}'`],
  ['a document without anything', `update reconciliation.proof set document = '[]'`],
  ['a key that is none',       `update reconciliation.proof set public_key = 'x'`],
  ['no key',                   `update reconciliation.proof set public_key = 'null'`],
])('%s is a flaw of its proof, and its replay names it', async (_, sql) => {
  await aDay();
  await night(db, api, TODAY);
  await tamper(sql);
  const { flaws } = await verifyProofs(db, null);
  expect(flaws).toMatchObject([{ check: 'PROOF', subject: `proof/${TODAY}/1` }]);
  expect(await replayProof(db, TODAY, undefined)).toMatchObject({
    same: false,
    firstDifference: expect.stringContaining(`PROOF proof/${TODAY}/1`) as string,
  });
});

test('inputs of a finished run whose proof is gone are not signed again', async () => {
  await aDay();
  await night(db, api, TODAY);
  await tamper(withoutProof, `update reconciliation.proof_input set content = replace(content, '63333', '63334')`);
  provider.balance = balanceOn(provider.settlements, TOMORROW);
  await night(db, api, TOMORROW);
  const { flaws } = await verifyProofs(db, [proofKey.publicKey]);
  expect(flaws).toMatchObject([{ subject: `proof/${TODAY}/1`, found: 'its inputs only' }]);
});

test('a proof names the last decision: an audit trail that was rewritten with its checkpoints contradicts it', async () => {
  await aDay();
  const placed = { kind: 'hold.placed', subject: 'hold-1', actor: 'person:kim', credential: 'test' } as const;
  const facts = { reason: 'a dispute', before: null, after: { sellerId: 's1', amount: 5_000n } };
  await db.transaction((tx) => recordDecision(tx, { ...placed, ...facts }, instantAt(TODAY, '02:00:00')));
  await night(db, api, TODAY);
  expect((await verifyProofs(db, null)).flaws).toEqual([]);
  await tamper(
    `update audit.decision set reason = 'another'`,
    `update audit.decision d set hash = audit.hash_of(d, d.prev_hash, d.number)`,
    `update audit.checkpoint c set hash = d.hash from audit.decision d where d.number = c.number`,
  );
  expect((await verifyWholeTrail(db)).firstBad).toBeNull();
  expect((await verifyProofs(db, null)).flaws).toMatchObject([{ check: 'DECISION', subject: 'decision/1' }]);
});
