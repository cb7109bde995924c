import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { termsContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Policy } from './policy.js';
import { listAllTerms } from './set-terms/list-all-terms.js';
import { listTerms, setTerms } from './set-terms/set-terms.js';

@Serves(termsContract)
export class TermsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof termsContract> = {
    setTerms: ({ params, body }, { caller }) => {
      const terms = { ...body, sellerId: params.sellerId };
      return transaction(this.db, (tx) => setTerms(tx, terms, caller, this.policy, this.clock.now()));
    },
    listAllTerms: ({ query }) => listAllTerms(this.db, query),
    listTerms: async ({ params }) => ({ items: await listTerms(this.db, params.sellerId) }),
  };
}
