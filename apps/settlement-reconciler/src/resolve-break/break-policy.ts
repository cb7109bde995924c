import type { ApprovalRules } from '@jeongsan/nest-kit';

/** Who may settle breaks. */
export abstract class BreakPolicy {
  abstract readonly approval: ApprovalRules;
  /** Won of breaks that one person may settle alone in a day; above, a second person decides. */
  abstract readonly secondPersonAbove: bigint;
}
