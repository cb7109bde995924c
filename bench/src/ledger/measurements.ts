import { measureGrowth } from '../harness/growth.js';
import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { interleave, ratesOf, summarize } from '../harness/rounds.js';
import { pairwise } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';
import { MONTHS } from './history/fill-history.js';
import { history } from './history/history.js';
import { growLedger, prepareLedger } from './ledger-database.js';
import { ledgerSide, sideOn, type LedgerSide } from './ledger-side.js';
import { BATCH_POSTINGS } from './operations.js';
import type { Shape } from './side-order.js';
import { verifyMeasurement } from './verify-books.js';

const POST_LINE: Line = { atLeast: 0.6, aim: 0.9 };
const BATCH_LINE: Line = { atLeast: 3, aim: 5 };
const PEER_LINE: Line = { atLeast: 1, aim: 1.5 };

const floorAbout = {
  spread: 'one PL/pgSQL call: key, 2 balances in lock order, 2 entries, outbox row; between any two of 10,000 accounts',
  hot: 'the same, with one account on one side of every transfer',
};
const peerAbout = 'the same rows by a TypeORM transaction with one statement per row, as services usually do it';

export const ledgerMeasurements: readonly Measurement[] = [
  {
    name: 'ledger-spread',
    title: 'posting one transfer of two entries between two guarded accounts of any of 10,000 sellers',
    run: (bench) =>
      againstFloor(bench, {
        shape: 'spread',
        floor: floorAbout.spread,
        subject: 'postLedger(payoutReserved): seller payable to seller reserved, both balances move',
        line: POST_LINE,
      }),
  },
  {
    name: 'ledger-hot',
    title: 'posting one transfer of two entries between one account that all share and any of 10,000 sellers',
    run: (bench) =>
      againstFloor(bench, {
        shape: 'hot',
        floor: floorAbout.hot,
        subject:
          'postLedger(paymentApproved): provider receivable, which is summed and never locked, to seller pending',
        line: POST_LINE,
      }),
  },
  {
    name: 'ledger-hot-seller',
    title: 'the hard case: every posting moves the guarded balance of one seller',
    run: (bench) =>
      againstFloor(bench, {
        shape: 'hot-seller',
        floor: floorAbout.hot,
        subject: 'postLedger(payoutPaid): reserved of one seller, whose row everybody locks, to provider available',
        line: undefined,
      }),
  },
  {
    name: 'ledger-batch',
    title: `${BATCH_POSTINGS} postings in one call against ${BATCH_POSTINGS} calls`,
    run: batch,
  },
  {
    name: 'ledger-growth',
    title: 'posting one transfer as the history grows',
    run: growth,
  },
  {
    name: 'history',
    title: `posting, a balance at any instant and a statement page over ${MONTHS} months of history; and one month that leaves`,
    run: history,
  },
  verifyMeasurement,
];

type Comparison = { shape: Shape; floor: string; subject: string; line: Line | undefined };

async function againstFloor(bench: Bench, { shape, floor, subject, line }: Comparison): Promise<Result> {
  const { server } = bench;
  bench.say(`preparing ${shape}`);
  const sides = [
    await ledgerSide(server, { kind: 'floor', shape, about: floor }),
    await ledgerSide(server, { kind: 'subject', shape, about: subject }),
    await ledgerSide(server, { kind: 'prepared-floor', shape, about: 'the floor with a prepared statement' }),
    await ledgerSide(server, { kind: 'peer', shape, about: peerAbout }),
  ];
  return withSides(sides, async () => {
    bench.say(`measuring ${shape}`);
    const all = await interleave(server, sides, bench.options);
    const [floorRates, rates, preparedRates, peerRates] = all.map(ratesOf);
    if (!floorRates || !rates || !preparedRates || !peerRates) throw new Error('Four sides were measured');
    return {
      summaries: all.map(summarize),
      findings: [
        finding('posts/s over the floor', pairwise(rates, floorRates), line, floorRates),
        finding('posts/s over the floor, prepared', pairwise(rates, preparedRates), undefined, preparedRates),
        finding('posts/s over the peer', pairwise(rates, peerRates), line && PEER_LINE, floorRates),
      ],
      notes: [
        "The floor also writes an outbox row, which is our caller's business. The subject keeps what the floor lacks: a hash of the",
        'facts, append-only rows, legs that balance at commit, entries found by account and by posting. Its statement is prepared.',
      ],
      problems: all.flatMap(({ problems }) => problems),
    };
  });
}

async function batch(bench: Bench): Promise<Result> {
  const { server } = bench;
  const sides = [
    await ledgerSide(server, { kind: 'subject', shape: 'spread', name: 'single', about: 'one posting per call' }),
    await ledgerSide(server, {
      kind: 'subject',
      shape: 'batch',
      name: 'batch',
      about: `${BATCH_POSTINGS} postings per call; times are per call`,
    }),
  ];
  return withSides(sides, async () => {
    bench.say('measuring batch');
    const [single, many] = await interleave(server, sides, bench.options);
    if (!single || !many) throw new Error('Two sides were measured');
    const rates = ratesOf(single);
    return {
      summaries: [single, many].map(summarize),
      findings: [finding('postings/s over single calls', pairwise(ratesOf(many), rates), BATCH_LINE, rates)],
      notes: [],
      problems: [single, many].flatMap(({ problems }) => problems),
    };
  });
}

const GROWTH = {
  sizes: [10_000, 100_000, 1_000_000],
  quickSizes: [5_000, 20_000],
  sellers: 800,
  rounds: 15,
  operations: 250,
};

async function growth(bench: Bench): Promise<Result> {
  const sized: (LedgerSide & { size: number })[] = [];
  for (const size of bench.options.isQuick ? GROWTH.quickSizes : GROWTH.sizes) {
    bench.say(`preparing a history of ${size.toLocaleString('en')} entries`);
    const url = await bench.server.createDatabase(`growth_${size}`);
    await prepareLedger(url, GROWTH.sellers);
    await growLedger(url, size, GROWTH.sellers);
    const name = `at ${size}`;
    sized.push({
      ...(await sideOn(url, { kind: 'subject', shape: 'spread', about: '', name, sellers: GROWTH.sellers })),
      size,
    });
  }
  return withSides(sized, async () => {
    bench.say('measuring growth');
    const result = await measureGrowth(sized, { ...GROWTH, unit: 'entries' }, bench.options);
    return { summaries: [], ...result };
  });
}

async function withSides(sides: readonly LedgerSide[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    for (const side of sides) await side.stop();
  }
}
