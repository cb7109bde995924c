import { chargeProblem, type ChargeProblem } from './charge.js';
import type { TermsBody } from './terms.js';

export type TermsProblem = Readonly<{ kind: ChargeProblem['kind'] | 'FEE_CODE_TWICE' }> &
  Omit<ChargeProblem, 'kind'> &
  Readonly<{ part: string }>;

/** The first problem that forbids these terms, and the part of the terms that has it. Undefined: none. */
export function termsProblem({ commission, fees }: TermsBody): TermsProblem | undefined {
  const ofCommission = chargeProblem(commission.charge, 'COMMISSION');
  if (ofCommission) return { ...ofCommission, part: 'commission' };
  const seen = new Set<string>();
  for (const fee of fees) {
    const part = `fee ${fee.code}`;
    if (seen.has(fee.code)) return { kind: 'FEE_CODE_TWICE', detail: `The code ${fee.code} occurs twice`, part };
    seen.add(fee.code);
    const problem = chargeProblem(fee.charge, 'FEE');
    if (problem) return { ...problem, part };
  }
  return undefined;
}
