import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import { listTerms as listTermsContract, setTerms as setTermsContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { listTerms, setTerms } from './set-terms/set-terms.js';

@Controller()
export class TermsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  @Implements(setTermsContract)
  set(
    @Decoded(setTermsContract) { params, body }: Input<typeof setTermsContract>,
  ): Promise<Output<typeof setTermsContract>> {
    return transaction(this.db, (tx) => setTerms(tx, { ...body, sellerId: params.sellerId }, this.clock.now()));
  }

  @Implements(listTermsContract)
  async list(
    @Decoded(listTermsContract) { params }: Input<typeof listTermsContract>,
  ): Promise<Output<typeof listTermsContract>> {
    return { items: await listTerms(this.db, params.sellerId) };
  }
}
