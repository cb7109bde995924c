import { businessDateOf } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { overrideHoliday } from './override-holiday/override-holiday.js';
import { Policy } from './policy.js';
import { previewDates } from './preview-dates/preview-dates.js';
import { readCalendar } from './read-calendar/read-calendar.js';

@Serves(contract.calendarContract)
export class CalendarController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.calendarContract> = {
    overrideHoliday: ({ body }, { caller }) =>
      transaction(this.db, (tx) => overrideHoliday(tx, body, caller, this.clock.now())),
    getCalendar: async ({ query }) => {
      const { calendar } = await this.policy.current();
      return readCalendar(this.db, calendar, query);
    },
    previewSettlementDates: async ({ params, query }) => {
      const { calendar } = await this.policy.current();
      const { from = businessDateOf(this.clock.now()), count, startedOn = from } = query;
      return previewDates(this.db, calendar, { sellerId: params.sellerId, from, count, startedOn });
    },
  };
}
