import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import { listTerms as listTermsContract, setTerms as setTermsContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Policy } from './policy.js';
import { listTerms, setTerms } from './set-terms/set-terms.js';

@Controller()
export class TermsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(setTermsContract)
  set(
    @Decoded(setTermsContract) { params, body }: Input<typeof setTermsContract>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof setTermsContract>> {
    const terms = { ...body, sellerId: params.sellerId };
    return transaction(this.db, (tx) => setTerms(tx, terms, caller, this.policy.approval, this.clock.now()));
  }

  @Implements(listTermsContract)
  async list(
    @Decoded(listTermsContract) { params }: Input<typeof listTermsContract>,
  ): Promise<Output<typeof listTermsContract>> {
    return { items: await listTerms(this.db, params.sellerId) };
  }
}
