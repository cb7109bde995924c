import type { ApprovalRules } from '@jeongsan/nest-kit';

/** Who may approve, for dependency injection: injection token and type in one. */
export abstract class Approval {
  abstract readonly rules: ApprovalRules;
}
