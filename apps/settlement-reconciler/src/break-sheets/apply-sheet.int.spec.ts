import { randomUUID } from 'node:crypto';
import { balances, booksAreSound, ownRehearsal } from '@jeongsan/testing';
import { differenceOf, FOUND_AT, findAgain } from '../testing/found-break.js';
import { type Person, type ReconcilerWorld, reconcilerWorld } from '../testing/reconciler-world.js';
import { apply, bodyOf, preview, rowsOf, type SheetRow, sheetOf } from '../testing/sheet-file.js';
import { applySheet } from './apply-sheet.js';
import { previewSheet } from './preview-sheet.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-11-19T10:00:00+09:00');
const rehearsal = ownRehearsal();
let world: ReconcilerWorld;
beforeAll(async () => {
  world = await reconcilerWorld(NOW, { BREAK_SECOND_PERSON_ABOVE: '1000' });
}, 120_000);
afterAll(() => world.close());
afterEach(() => booksAreSound(world.db));

const reason = 'the provider confirmed it';
const orderOf = () => `order-${randomUUID()}`;
let minutes = 0;
/** A new break. Each opens a minute after the one before, because the list is in the order of these times. */
const found = (orderId: string, facts: Parameters<typeof differenceOf>[1] = {}) =>
  open(differenceOf('TRANSACTION_AMOUNT', { amount: 100n, orderId, ...facts }));
const open = (difference: ReturnType<typeof differenceOf>) => {
  minutes += 1;
  return findAgain(world.db, difference, '2026-11-19', new Date(FOUND_AT.getTime() + minutes * 60_000));
};
const sheet = (orderId: string, who: Person = 'kim') => sheetOf(world, who, `order=${orderId}`);
const read = async (id: string) => (await world.call('viewer', 'GET', `/reconciliation/breaks/${id}`)).json;
const outcomes = async (id: unknown) =>
  (await rowsOf(world, id)).map(({ preview: p, result }) => [p.outcome, p.code, result?.outcome ?? null]);
const fill = (rows: readonly SheetRow[], ...cells: SheetRow[]): SheetRow[] =>
  rows.map((row, i) => ({ ...row, ...cells[i] }));
const receivable = async () => (await balances(world.db))['provider:receivable'] ?? 0n;

test('a filled spreadsheet is previewed without a change, and applied as each verb by itself does', async () => {
  const order = orderOf();
  const ids = [];
  for (let n = 0; n < 6; n += 1) ids.push(await found(order));
  const filled = fill(
    await sheet(order),
    { verb: 'explain', reason, note: 'mail of 19 November' },
    { verb: 'adjust', reason, counterAccount: 'platform:adjustments', gain: '-40' },
    { verb: 'assign', owner: 'Park', remark: 'please look' },
    { verb: 'comment', remark: "'=1+1 asked the bank" },
    { verb: 'force', reason, key: 'no-such-key' },
  );
  const before = await receivable();
  const shown = await preview(world, 'kim', filled);
  expect(shown).toMatchObject({
    status: 201,
    json: {
      state: 'previewed',
      rows: 5,
      preview: { settled: 2, assigned: 1, commented: 1, refused: 1 },
      results: {},
      uploadedBy: 'person:kim',
    },
  });
  expect(await read(ids[0] ?? '')).toMatchObject({ state: 'OPEN', version: 1, decisions: [] });
  expect(await receivable()).toBe(before);

  const { id } = shown.json;
  expect(await apply(world, 'kim', id)).toMatchObject({
    status: 200,
    json: { state: 'applied', results: { settled: 2, assigned: 1, commented: 1 } },
  });
  expect(await outcomes(id)).toEqual([
    ['settled', null, 'settled'],
    ['settled', null, 'settled'],
    ['assigned', null, 'assigned'],
    ['commented', null, 'commented'],
    ['refused', 'BREAK_WAY_NOT_ALLOWED', null],
  ]);
  const states = await Promise.all(ids.map(async (one) => (await read(one))['state']));
  expect(states).toEqual(['EXPLAINED', 'ADJUSTED', 'ASSIGNED', 'OPEN', 'OPEN', 'OPEN']);
  expect(await receivable()).toBe(before - 40n);
  expect((await read(ids[3] ?? ''))['history']).toMatchObject([{ action: 'comment', reason: '=1+1 asked the bank' }]);
  const trail = await world.db.query<unknown[]>(
    `select kind, actor, reason from audit.decision where subject = any($1) order by number`,
    [[id, ...ids]],
  );
  expect(trail).toMatchObject([
    { kind: 'break-sheet.applied', actor: 'person:kim' },
    { kind: 'break.resolved', reason },
    { kind: 'break.resolved', reason },
    { kind: 'break.assigned' },
  ]);
});

test('the downloaded list has the facts of both sides, and text like a formula is harmless', async () => {
  const order = orderOf();
  const id = await found(order, {
    subject: `=cmd-${order}`,
    evidence: {
      ours: { amount: '10000', status: 'DONE' },
      theirs: { amount: '10500', status: 'DONE' },
      differs: ['amount'],
    },
  });
  expect(await sheet(order)).toMatchObject([
    {
      ...{
        id,
        version: '1',
        class: 'TRANSACTION_AMOUNT',
        subject: `'=cmd-${order}`,
        state: 'OPEN',
        severity: 'LOW',
        ageHours: '6',
      },
      ...{
        amount: '100',
        orderId: order,
        paymentKey: 'pay-1',
        differs: 'amount',
        ours: 'amount=10000',
        theirs: 'amount=10500',
      },
      ...{ ways: 'adjust explain', ownedBy: '', verb: '', owner: '', decisionId: '' },
    },
  ]);
});

test('above the limit of one person rows become proposals, which a second person approves or declines by the same spreadsheet', async () => {
  const order = orderOf();
  const ids = [await found(order), await found(order), await found(order)];
  // Each alone is below the limit of 1,000 won; together they are not, and the preview counts as the verbs do.
  const cells = { verb: 'adjust', reason, counterAccount: 'platform:adjustments', gain: '600' };
  const { json } = await preview(world, 'han', fill(await sheet(order), cells, cells, cells));
  expect(json['preview']).toEqual({ settled: 1, proposed: 2 });
  await apply(world, 'han', json['id']);
  expect(await outcomes(json['id'])).toMatchObject([
    ['settled', null, 'settled'],
    ['proposed', null, 'proposed'],
    ['proposed', null, 'proposed'],
  ]);

  const waiting = await sheetOf(world, 'lee', `order=${order}&waiting=true`);
  expect(waiting).toMatchObject([
    { id: ids[1], proposedBy: 'person:han', proposedWay: 'adjust', proposedGain: '600', proposedReason: reason },
    { id: ids[2] },
  ]);
  const decided = fill(waiting, { verb: 'approve' }, { verb: 'decline', reason: 'not ours to pay' });
  expect((await preview(world, 'han', decided, 'decisions')).json['code']).toBe('FORBIDDEN');
  expect((await preview(world, 'lee', decided)).json['code']).toBe('FORBIDDEN');
  const second = await preview(world, 'lee', decided, 'decisions');
  expect(second.json['preview']).toEqual({ settled: 1, declined: 1 });
  await apply(world, 'lee', second.json['id'], 'decisions');
  const after = await Promise.all(ids.map(read));
  expect(after.map(({ state }) => state)).toEqual(['ADJUSTED', 'ADJUSTED', 'OPEN']);
  expect(after[1]).toMatchObject({
    changedBy: 'person:lee',
    decisions: [{ proposedBy: 'person:han', decidedBy: 'person:lee' }],
  });
});

test('whoever proposed does not approve, by a spreadsheet neither', async () => {
  const order = orderOf();
  await found(order, { amount: 5_000n });
  const first = await preview(world, 'choi', fill(await sheet(order), { verb: 'explain', reason }));
  await apply(world, 'choi', first.json['id']);
  const rows = fill(await sheetOf(world, 'choi', `order=${order}&waiting=true`), { verb: 'approve' });
  const { json } = await preview(world, 'choi', rows, 'decisions');
  expect(await outcomes(json['id'])).toEqual([['refused', 'BREAK_SECOND_PERSON_REQUIRED', null]]);
});

test('a row about a break that changed since the download is refused in the preview, and when it changes after the preview', async () => {
  const order = orderOf();
  const differences = [1, 2, 3].map(() => differenceOf('TRANSACTION_AMOUNT', { amount: 1n, orderId: order }));
  const ids: string[] = [];
  for (const one of differences) ids.push(await open(one));
  const filled = fill(await sheet(order), ...ids.map(() => ({ verb: 'explain', reason })));
  const changed = (index: number) =>
    findAgain(world.db, { ...(differences[index] as ReturnType<typeof differenceOf>), amount: 2n });
  await changed(0);
  await world.call('park', 'POST', `/reconciliation/breaks/${ids[1] ?? ''}/comment`, {
    remark: 'no change of the facts',
  });
  const { json } = await preview(world, 'park', filled);
  await changed(2);
  await apply(world, 'park', json['id']);
  expect(await outcomes(json['id'])).toEqual([
    ['refused', 'BREAK_CHANGED', null],
    ['settled', null, 'settled'],
    ['settled', null, 'refused'],
  ]);
});

test('a preview is applied once, by the person who saw it, while it is valid, by its own endpoint', async () => {
  const order = orderOf();
  const id = await found(order, { amount: 3n });
  const { json } = await preview(
    world,
    'choi',
    fill(await sheet(order), { verb: 'adjust', reason, counterAccount: 'platform:adjustments' }),
  );
  const before = await receivable();
  expect((await apply(world, 'kim', json['id'])).json['code']).toBe('BREAK_SHEET_OTHER_PERSON');
  expect((await apply(world, 'choi', json['id'], 'decisions')).json['code']).toBe('BREAK_SHEET_NOT_FOUND');
  const caller = { actor: 'person:choi', credential: 'test#choi', roles: ['admin'] } as const;
  const policy = { approval: { limits: null, reauthThreshold: 0n, reauthSeconds: 900 }, secondPersonAbove: 0n };
  const late = {
    id: String(json['id']),
    kind: 'breaks',
    caller,
    policy,
    now: new Date(NOW.getTime() + 25 * 3_600_000),
  } as const;
  await expect(applySheet(world.db, late)).rejects.toMatchObject({ code: 'BREAK_SHEET_EXPIRED' });
  const replies = await Promise.all([apply(world, 'choi', json['id']), apply(world, 'choi', json['id'])]);
  expect(replies.map(({ json: one }) => one['results'])).toEqual([{ settled: 1 }, { settled: 1 }]);
  expect((await apply(world, 'choi', json['id'])).json['results']).toEqual({ settled: 1 });
  expect(await receivable()).toBe(before + 3n);
  expect(await read(id)).toMatchObject({ version: 2 });
});

test('a row that is refused half-way leaves nothing behind for the rows after it', async () => {
  const order = orderOf();
  await found(order);
  const [row = {}] = await sheet(order);
  const filled = { ...row, verb: 'explain', reason };
  // The person's last sign-in is not known: each row is refused after its proposal was written.
  const caller = { actor: 'person:choi', credential: 'test#choi', roles: ['admin'] } as const;
  const policy = { approval: { limits: null, reauthThreshold: 0n, reauthSeconds: 900 }, secondPersonAbove: 1_000n };
  const asked = { id: randomUUID(), kind: 'breaks', ...bodyOf([filled, filled]) } as const;
  await previewSheet(world.db, asked, caller, policy, NOW);
  expect(await outcomes(asked.id)).toEqual([
    ['refused', 'REAUTHENTICATION_REQUIRED', null],
    ['refused', 'REAUTHENTICATION_REQUIRED', null],
  ]);
});

test.each(['apply-break-sheet:written', 'apply-break-sheet:committed'] as const)(
  'a process that dies at %s goes on where it was when the request is repeated',
  async (failpoint) => {
    const order = orderOf();
    for (let n = 0; n < 60; n += 1) await found(order, { amount: 1n });
    const cells = { verb: 'adjust', reason, counterAccount: 'platform:adjustments', gain: '1' };
    const rows = await sheet(order);
    const { json } = await preview(
      world,
      'park',
      rows.map((row) => ({ ...row, ...cells })),
    );
    expect(json['preview']).toEqual({ settled: 60 });
    const before = await receivable();
    rehearsal.give({ failpoint, nth: 2, action: 'throw', ms: 0 });
    expect((await apply(world, 'park', json['id'], 'breaks', `sheet-${failpoint}`)).status).toBe(500);
    const repeated = await apply(world, 'park', json['id'], 'breaks', `sheet-${failpoint}`);
    expect(repeated.json).toMatchObject({ state: 'applied', results: { settled: 60 } });
    expect(await receivable()).toBe(before + 60n);
  },
);

test('a spreadsheet reopens within the same limit, and both breaks of a forced match', async () => {
  const [order, one, other] = [orderOf(), randomUUID(), randomUUID()];
  const adjusted = await found(order, { amount: 5_000n });
  const pair = [
    await open(differenceOf('MISSING_TRANSACTION', { subject: one, amount: -100n, orderId: order })),
    await open(differenceOf('UNKNOWN_TRANSACTION', { subject: other, amount: 100n })),
  ] as const;
  const act = (who: Person, path: string, body: object) => world.call(who, 'POST', `/reconciliation/${path}`, body);
  await act('choi', `breaks/${adjusted}/adjust`, { reason, counterAccount: 'platform:adjustments' });
  const [{ id: waiting = '' } = {}] = (await read(adjusted))['decisions'] as { id: string }[];
  await act('lee', `break-decisions/${waiting}/approve`, {});
  await act('han', `breaks/${pair[0]}/force`, { reason, key: other });
  const before = await receivable();

  const rows = fill(await sheet(order), { verb: 'reopen', reason: 'wrong' }, { verb: 'reopen', reason: 'wrong' });
  const { id } = (await preview(world, 'choi', rows)).json;
  await apply(world, 'choi', id);
  expect(await outcomes(id)).toEqual([
    ['proposed', null, 'proposed'],
    ['reopened', null, 'reopened'],
  ]);
  expect(await read(adjusted)).toMatchObject({ state: 'ADJUSTED' });
  expect(await receivable()).toBe(before);
  for (const half of pair)
    expect(await read(half)).toMatchObject({ state: 'REOPENED', history: [{}, { action: 'reopen', reason: 'wrong' }] });

  const [proposed] = (await sheetOf(world, 'lee', `order=${order}&waiting=true`)).map((row) => ({
    ...row,
    verb: 'approve',
  }));
  expect(proposed).toMatchObject({ proposedWay: 'reopen' });
  const approving = (await preview(world, 'lee', proposed ? [proposed] : [], 'decisions')).json;
  await apply(world, 'lee', approving['id'], 'decisions');
  expect(await read(adjusted)).toMatchObject({ state: 'REOPENED', changedBy: 'person:lee' });
  expect(await receivable()).toBe(before - 5_000n);
});
