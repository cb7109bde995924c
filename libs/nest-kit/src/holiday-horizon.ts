import { businessDateOf, HORIZON_DAYS_MIN, holidayHorizonDays, holidaysKnownUntil } from '@jeongsan/calendar';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Metrics } from './metrics/metrics.js';
import { one } from './metrics/reading.js';

const DAY_MS = 86_400_000;

/**
 * Says long before the known holidays end that they will: a warning at the start and once a day, a member of /health/ready,
 * and the metric `calendar_known_days`. It counts by the machine's clock, since holidays are published in real time.
 */
export class HolidayHorizon implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Calendar');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    metrics: Metrics,
    private readonly now: () => Date = () => new Date(),
  ) {
    metrics.gauge('calendar_known_days', () => one(this.days()));
  }

  onApplicationBootstrap(): void {
    this.warn();
    this.timer = setInterval(() => this.warn(), DAY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** The horizon if it is too short; undefined: far enough. */
  short(): { knownUntil: string; days: number } | undefined {
    const days = this.days();
    return days < HORIZON_DAYS_MIN ? { knownUntil: holidaysKnownUntil(), days } : undefined;
  }

  private days(): number {
    return holidayHorizonDays(businessDateOf(this.now()));
  }

  private warn(): void {
    const short = this.short();
    if (short === undefined) return;
    this.log.warn(
      `Public holidays are known until ${short.knownUntil}, ${short.days} days from today; dates are decided up to ` +
        `${HORIZON_DAYS_MIN} days ahead. Update the package, or name the next year in EXTRA_HOLIDAYS (docs/operations/calendar.md)`,
    );
  }
}
