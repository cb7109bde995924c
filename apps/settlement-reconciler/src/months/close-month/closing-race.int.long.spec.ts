import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { postLedger, transaction } from '@jeongsan/database';
import { paymentApproved } from '@jeongsan/ledger';
import type { Caller } from '@jeongsan/nest-kit';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import { booksAreSound, sellerHas, testDatabase } from '@jeongsan/testing';
import { provenMonth } from '../../testing/proven-month.js';
import { readMonthDetail } from '../read-months/read-months.js';
import { askToClose } from './ask-month.js';
import { finishClosing } from './finish-closing.js';

const MAY = new Date('2026-05-10T12:00:00+09:00');
const NOW = new Date('2026-06-03T10:00:00+09:00');
const CLIENTS = 12;
const kim: Caller = { actor: 'person:kim', credential: 'test', roles: ['admin'], signedInSecondsAgo: 1 };
const rules = { limits: null, reauthThreshold: 0n, reauthSeconds: 900 };

test('postings that race the closing of their month stand on one side each: in the figures, or in the next month', async () => {
  const database = await testDatabase();
  const { db } = database;
  await sellerHas(db, 'acme', 10_000n, MAY);
  await provenMonth(db, '2026-05');
  let isOver = false;
  /** Posts one or two at a time; the transaction stays open for a while after it. */
  const client = async (number: number) => {
    for (let i = 0; !isOver; i += 1) {
      const made = Array.from({ length: 1 + (i % 2) }, () =>
        paymentApproved({
          paymentId: randomUUID(),
          effectiveAt: MAY,
          lines: [{ ...NO_AMOUNTS, sellerId: `seller-${number}`, paid: 100n }],
        }),
      );
      await db.transaction(async (tx) => {
        await postLedger(tx, made);
        await setTimeout((i * 7 + number) % 40);
      });
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  await setTimeout(300);
  const asked = { id: randomUUID(), month: '2026-05', reason: 'month end', override: false };
  await transaction(db, (tx) => askToClose(tx, asked, kim, rules, NOW));
  await finishClosing(db, '2026-05', () => NOW);
  const { figures } = await readMonthDetail(db, '2026-05', NOW);
  await setTimeout(300);
  isOver = true;
  await Promise.all(clients);

  const sides = await db.query<{ month: string; is_correction: boolean; postings: bigint }[]>(
    `select to_char(effective_at at time zone 'Asia/Seoul', 'YYYY-MM') as month, corrects is not null as is_correction, count(*) as postings
       from ledger.posting group by 1, 2 order by 1`,
  );
  expect(sides).toMatchObject([
    { month: '2026-05', is_correction: false, postings: BigInt(figures?.postings ?? 0) },
    { month: '2026-06', is_correction: true },
  ]);
  for (const { postings } of sides) expect(postings).toBeGreaterThan(20n);
  await booksAreSound(db);
  await database.drop();
}, 120_000);
