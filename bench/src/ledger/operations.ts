import { randomUUID } from 'node:crypto';
import { connectDatabase, postLedger } from '@jeongsan/database';
import { paymentApproved, payoutPaid, payoutReserved, type Posting } from '@jeongsan/ledger';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import pg from 'pg';
import { plainTransfer } from '../floors/plain-transfer.js';
import { FLOOR_ACCOUNTS, floorTransfer } from '../floors/xfer.js';
import type { Shape, SideSetup } from './side-order.js';

export const BATCH_POSTINGS = 100;

export type OpenSide = Readonly<{ operate: () => Promise<void>; operationsPerCall: number }>;

/** Connects a side and says what it does for one operation. All of them have as many connections as lanes. */
export async function openSide(setup: SideSetup): Promise<OpenSide> {
  switch (setup.kind) {
    case 'floor':
    case 'prepared-floor': {
      const pool = new pg.Pool({ connectionString: setup.url, max: setup.lanes });
      const transfer = floorTransfer(pool, setup.kind === 'floor' ? undefined : 'xfer');
      return { operate: transfers(setup.shape, transfer), operationsPerCall: 1 };
    }
    case 'peer': {
      const db = await connect(setup);
      return { operate: transfers(setup.shape, plainTransfer(db)), operationsPerCall: 1 };
    }
    case 'subject': {
      const db = await connect(setup);
      const postings = templates[setup.shape];
      const operate = async (): Promise<void> => {
        const wanted = postings(setup.sellers);
        const written = await postLedger(db, wanted);
        if (written.length !== wanted.length) throw new Error('A new posting was taken for a repetition');
      };
      return { operate, operationsPerCall: setup.shape === 'batch' ? BATCH_POSTINGS : 1 };
    }
  }
}

const connect = ({ url, lanes, kind }: SideSetup) =>
  connectDatabase({ url, poolSize: lanes, applicationName: `bench-${kind}` });

const randomBelow = (limit: number): number => Math.floor(Math.random() * limit);

function transfers(shape: Shape, transfer: (from: number, to: number) => Promise<void>): () => Promise<void> {
  const HOT = 1;
  return () => {
    const to = shape === 'spread' || shape === 'batch' ? 1 + randomBelow(FLOOR_ACCOUNTS) : HOT;
    const from = 1 + ((to + randomBelow(FLOOR_ACCOUNTS - 1)) % FLOOR_ACCOUNTS);
    return transfer(from, to);
  };
}

/** Each posts one transfer, which is two entries, as the floor does. */
const templates = {
  /** Between two guarded accounts of any seller: both balances move. */
  spread: (sellers) => [reservation(sellers)],
  /** From one account that all payments share, and that is summed instead of updated, to any seller. */
  hot: (sellers) => {
    const line = { ...NO_AMOUNTS, sellerId: sellerName(randomBelow(sellers)), paid: 5n };
    return [paymentApproved({ paymentId: randomUUID(), effectiveAt: new Date(), lines: [line] })];
  },
  /** From the guarded account of one seller, which everybody must update. */
  'hot-seller': () => [
    payoutPaid({ payoutId: randomUUID(), sellerId: sellerName(0), amount: 5n, effectiveAt: new Date() }),
  ],
  batch: (sellers) => Array.from({ length: BATCH_POSTINGS }, () => reservation(sellers)),
} satisfies Record<Shape, (sellers: number) => Posting[]>;

export const sellerName = (index: number): string => `seller-${index}`;

const reservation = (sellers: number): Posting =>
  payoutReserved({
    payoutId: randomUUID(),
    sellerId: sellerName(randomBelow(sellers)),
    amount: 5n,
    effectiveAt: new Date(),
  });
