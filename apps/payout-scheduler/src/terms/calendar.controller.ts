import { Controller } from '@nestjs/common';
import { businessDateOf } from '@jeongsan/calendar';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { overrideHoliday } from './override-holiday/override-holiday.js';
import { Policy } from './policy.js';
import { previewDates } from './preview-dates/preview-dates.js';
import { readCalendar } from './read-calendar/read-calendar.js';

@Controller()
export class CalendarController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.overrideHoliday)
  override(
    @Decoded(contract.overrideHoliday) { body }: Input<typeof contract.overrideHoliday>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.overrideHoliday>> {
    return overrideHoliday(this.db, body, caller.actor, this.clock.now());
  }

  @Implements(contract.getCalendar)
  async read(
    @Decoded(contract.getCalendar) { query }: Input<typeof contract.getCalendar>,
  ): Promise<Output<typeof contract.getCalendar>> {
    const { calendar } = await this.policy.current();
    return readCalendar(this.db, calendar, query);
  }

  @Implements(contract.previewSettlementDates)
  async preview(
    @Decoded(contract.previewSettlementDates) { params, query }: Input<typeof contract.previewSettlementDates>,
  ): Promise<Output<typeof contract.previewSettlementDates>> {
    const { calendar } = await this.policy.current();
    const { from = businessDateOf(this.clock.now()), count, startedOn = from } = query;
    return previewDates(this.db, calendar, { sellerId: params.sellerId, from, count, startedOn });
  }
}
