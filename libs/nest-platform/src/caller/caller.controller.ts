import { type ApiKey, type Handlers, Serves } from '@jeongsan/nest-kit';
import { callerContract } from '@jeongsan/platform-contract';
import { keyDates, listKeys, readKey } from './read-keys.js';
import { type ApprovalFacts, viewCaller } from './view-caller.js';

/** Who may approve at this service, for dependency injection: injection token and type in one. */
export abstract class Approving {
  /** Null: nothing is approved at this service. */
  abstract readonly facts: ApprovalFacts | null;
}

/** The keys that this service accepts, for dependency injection: injection token and type in one. */
export abstract class KnownKeys {
  abstract readonly keys: readonly ApiKey[];
}

/** Says to a caller who it is for this service, and to auditors which keys the service accepts. */
@Serves(callerContract)
export class CallerController {
  constructor(
    private readonly approving: Approving,
    private readonly known: KnownKeys,
  ) {}

  readonly handlers: Handlers<typeof callerContract> = {
    getMe: (_, { caller }) => ({
      ...viewCaller(caller, this.approving.facts, new Date()),
      key: keyDates(this.known.keys, caller, new Date()),
    }),
    listKeys: ({ query }) => listKeys(this.known.keys, query, new Date()),
    getKey: ({ params }) => readKey(this.known.keys, params.keyId, new Date()),
  };
}
