/** Transactions with failpoints, by the work that they belong to. */
export const decisions = {
  dispatch: ['reserve', 'start-dispatch', 'freeze', 'claim', 'record', 'conclude', 'observe', 'poll'],
  jobs: ['schedule'],
  /** Every transaction that changes payments, cancels or their money. */
  payments: [
    'open-payment',
    'expect-charge',
    'adopt',
    'approve',
    'change',
    'refuse',
    'withdraw',
    'request-cancel',
    'expect-cancel',
    'cancel',
    'refuse-cancel',
    'refund',
    'register-paid',
    'allocate',
    'allocate-cancel',
  ],
  /** The inputs of a night's proof, and its signed document; a match that a person asked for. */
  proofs: ['take-proof', 'prove-night', 'match-by-hand'],
  /** Money that people move, or decide about. */
  people: [
    'propose-adjustment',
    'approve-adjustment',
    'record-repayment',
    'resolve-break',
    'apply-break-sheet',
    'close-month',
    'finish-month',
  ],
} as const;
export type Decision = (typeof decisions)[keyof typeof decisions][number];

/** Failpoints outside of a transaction. */
const places = [
  ...['send:sealed', 'send:answered', 'listing:page'],
  ...['relay:claimed', 'relay:published', 'job:taken', 'job:handled', 'job:done'],
  ...['webhook:read', 'webhook:stored', 'webhook:answering', 'webhook:answered'],
  // A request that moves a buyer's money: before it is sent, when its answer is there, and when the answer is booked.
  ...['confirm:answered', 'send-cancel:answered', 'forward:sending', 'forward:answered', 'forward:booked'],
] as const;

/** `begin`: before the transaction; `written`: before its commit; `committed`: after it. */
type Phase = 'begin' | 'written' | 'committed';
export type Failpoint = `${Decision}:${Phase}` | (typeof places)[number];

/** Every failpoint, except the beginnings of transactions: a process that dies there has done nothing yet. */
export const failpoints: readonly Failpoint[] = [
  ...Object.values(decisions)
    .flat()
    .flatMap((decision) => [`${decision}:written`, `${decision}:committed`] as const),
  ...places,
];
