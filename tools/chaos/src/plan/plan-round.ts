import { seededRandom, type Random } from '@jeongsan/random';
import { mangleVariants, type FaultOrder } from '@jeongsan/sandbox-control';
import { planHistory, type HistoryPlan } from './plan-history.js';

/** A fault of machines, or of the network between them. */
export const strikeKinds = [
  'scheduler killed',
  'scheduler frozen beyond its job locks',
  'redis flushed',
  'redis killed, empty restart',
  'redis killed, log cut',
  'redis gone for a minute',
  'postgres stopped immediate',
  'postgres killed',
  'postgres and redis both gone',
  'disk full under the inbox',
  'answer to COMMIT cut',
  'COMMIT cut',
  'provider connections reset',
  'provider black hole',
  'provider half-open',
  'provider refuses connections',
  'clock +1 h',
  'clock -1 h',
  'clock +2 days',
] as const;
export type StrikeKind = (typeof strikeKinds)[number];

/**
 * `day`: start in days from the round's first day. `forMs`: duration. `draw`: from 0 up to 1, selects the target or the amount.
 */
export type Strike = Readonly<{ kind: StrikeKind; day: number; forMs: number; draw: number }>;

export type RoundPlan = Readonly<{
  number: number;
  seed: string;
  /** Number of running schedulers. */
  replicas: number;
  /** Asia/Seoul time of day at which batches are sent. */
  timeOfDay: string;
  histories: readonly HistoryPlan[];
  strikes: readonly Strike[];
  /** Faults of the provider for calls of all histories. */
  sharedFaults: readonly FaultOrder[];
}>;

export const HISTORIES_PER_ROUND_MAX = 30;
const ROUNDS_PER_TURN = 3;
const STRIKES_PER_ROUND = Math.ceil(strikeKinds.length / ROUNDS_PER_TURN);
// Schedulers up, then down: on a machine of two cores, starting a scheduler costs more than playing a history.
const REPLICAS = [2, 2, 2, 3, 3, 4, 5, 8, 3, 2] as const;
const TIMES_OF_DAY = ['10:00:00', '11:30:00', '10:00:00', '14:59:56', '13:00:00', '16:30:00'] as const;

/** One round: histories at the same time on one stack, with faults of the machines under all of them. */
export function planRound(seed: string, number: number, histories: number): RoundPlan {
  const random = seededRandom(`${seed}/round/${number}`);
  return {
    number,
    seed,
    replicas: REPLICAS[number % REPLICAS.length] ?? 2,
    timeOfDay: TIMES_OF_DAY[number % TIMES_OF_DAY.length] ?? '10:00:00',
    histories: Array.from({ length: histories }, (_, index) =>
      planHistory(random.fork(`history/${index}`), number * HISTORIES_PER_ROUND_MAX + index),
    ),
    strikes: planStrikes(seed, number, histories, random.fork('strikes')),
    sharedFaults: planSharedFaults(random.fork('provider')),
  };
}

/** Each kind of fault occurs once per cycle of rounds, in changing combinations, so that none is missed by chance. */
function planStrikes(seed: string, round: number, histories: number, random: Random): Strike[] {
  const turn = round % ROUNDS_PER_TURN;
  const order = seededRandom(`${seed}/order/${round - turn}`).shuffle(strikeKinds);
  return order.slice(turn * STRIKES_PER_ROUND, (turn + 1) * STRIKES_PER_ROUND).map((kind) => ({
    kind,
    day: 1 + random.fraction() * histories,
    forMs: random.integer(300, 2_000),
    draw: random.fraction(),
  }));
}

const reads = ['listPayouts', 'getPayout', 'getBalance'] as const;
const webhookFaults = ['drop', 'duplicate', 'reorder', 'delay', 'forge'] as const;

function planSharedFaults(random: Random): FaultOrder[] {
  const common = () => ({ times: 50, probability: random.integer(5, 30) / 100, seed: random.integer(1, 1_000_000) });
  return [
    ...reads.flatMap((operation): FaultOrder[] => [
      { operation, ...common(), ...readFault(random) },
      { operation, ...common(), ...readFault(random) },
    ]),
    { operation: 'webhooks', ...common(), kind: random.pick(webhookFaults) },
    { operation: 'webhooks', ...common(), kind: random.pick(webhookFaults) },
    // Long enough on the wire for a fault to occur.
    { operation: 'createPayouts', ...common(), kind: 'delay', delayMs: random.integer(100, 1_500) },
  ];
}

function readFault(random: Random): Pick<FaultOrder, 'kind' | 'variant' | 'status' | 'code' | 'delayMs'> {
  const choices = [
    () => ({ kind: 'error', status: 429, code: 'TOO_MANY_REQUESTS' }) as const,
    () => ({ kind: 'error', status: 500, code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' }) as const,
    () => ({ kind: 'drop-before-commit' }) as const,
    () => ({ kind: 'garbage' }) as const,
    () => ({ kind: 'mangle', variant: random.pick(mangleVariants) }) as const,
    () => ({ kind: 'delay', delayMs: random.integer(100, 1_000) }) as const,
  ];
  return random.pick(choices)();
}
