import { Controller } from '@nestjs/common';
import type { Input } from '@jeongsan/http-contract';
import { type Caller, CurrentCaller, Decoded, Implements } from '@jeongsan/nest-kit';
import { onboardingContract as api } from '@jeongsan/platform-contract';
import { confirmChange, rejectChange } from './decide-account-change/decide-account-change.js';
import { Onboarding } from './onboarding.js';
import { changeView, readAccountChanges } from './read-account-changes/read-account-changes.js';

@Controller()
export class AccountChangesController {
  constructor(private readonly onboarding: Onboarding) {}

  @Implements(api.listAccountChanges)
  list(@Decoded(api.listAccountChanges) { query }: Input<typeof api.listAccountChanges>) {
    return readAccountChanges(this.onboarding.db, query);
  }

  @Implements(api.confirmAccountChange)
  async confirm(
    @Decoded(api.confirmAccountChange) { params, body }: Input<typeof api.confirmAccountChange>,
    @CurrentCaller() caller: Caller,
  ) {
    return changeView(await confirmChange(this.onboarding, params.changeId, { caller, ...body }));
  }

  @Implements(api.rejectAccountChange)
  async reject(
    @Decoded(api.rejectAccountChange) { params, body }: Input<typeof api.rejectAccountChange>,
    @CurrentCaller() caller: Caller,
  ) {
    return changeView(await rejectChange(this.onboarding, params.changeId, { caller, ...body }));
  }
}
