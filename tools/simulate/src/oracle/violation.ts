// prettier-ignore
/** The invariants; numbers as in docs/decisions/0019-simulation.md. */
export const invariants = {
  I1:  'nobody is paid twice for one obligation',
  I2:  'every obligation is paid, ended with a reason, or before a person',
  I3:  'the books balance',
  I4:  'no balance of a seller goes below zero silently',
  I5:  'payouts move as their table says',
  I7:  'every event changes the books once',
  I8:  'our clearing account agrees with the provider at rest',
  I9:  'no seller under review gets more than its week allows',
  I10: 'we and the provider agree about every batch at rest',
  I11: 'money is not freed while its fate is unknown',
  I14: 'everything comes to rest in bounded time',
  I15: 'consumers hear of every change, in sequence',
  I16: 'only the holder of the fence sends, and what was frozen',
  I17: 'what is refused changes nothing',
  I18: 'no byte leaves while all sending is stopped',
  I19: 'nothing sets out to an account that waits',
} as const;
export type Invariant = keyof typeof invariants;

/** Thrown for a broken invariant: the history ends, and its seed reproduces the failure. */
export class Violation extends Error {
  override name = 'Violation';
  constructor(
    readonly invariant: Invariant,
    readonly detail: string,
  ) {
    super(`${invariant} (${invariants[invariant]}): ${detail}`);
  }
}
