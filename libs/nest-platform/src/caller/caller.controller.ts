import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { callerContract } from '@jeongsan/platform-contract';
import { type ApprovalFacts, viewCaller } from './view-caller.js';

/** Who may approve at this service, for dependency injection: injection token and type in one. */
export abstract class Approving {
  /** Null: nothing is approved at this service. */
  abstract readonly facts: ApprovalFacts | null;
}

/** Says to a caller who it is for this service. */
@Serves(callerContract)
export class CallerController {
  constructor(private readonly approving: Approving) {}

  readonly handlers: Handlers<typeof callerContract> = {
    getMe: (_, { caller }) => viewCaller(caller, this.approving.facts, new Date()),
  };
}
