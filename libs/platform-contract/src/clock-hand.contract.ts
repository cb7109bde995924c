import { knownYears } from '@jeongsan/calendar';
import { z } from 'zod';

/** Korea has had no daylight saving time since 1988. */
const SEOUL_OFFSET = '+09:00';

/**
 * A moment as people write it: `2026-05-01T09:00`, in Asia/Seoul where no offset is given. Only in years whose public holidays
 * are known: in others no business day can be counted.
 */
export const ClockTime = z.iso
  .datetime({ local: true, offset: true, error: 'must be a time such as 2026-05-01T09:00 (Asia/Seoul)' })
  .transform((text) => new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : text + SEOUL_OFFSET))
  .refine((at) => knownYears().includes(seoulYear(at)), {
    error: () => `must be in a year whose public holidays are known: ${knownYears()[0]} to ${knownYears().at(-1)}`,
  });

const seoulYear = (at: Date): string => new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 4);

/** The controlled clock of `npm start -- --clock`. No part of the platform: a real one runs on the machine's clock. */
export const ClockView = z.object({
  now: z.iso.datetime(),
  /** The next moment at which something is due; null: nothing is. */
  nextAt: z.iso.datetime().nullable(),
});
export type ClockView = z.output<typeof ClockView>;

export const ClockStep = z.strictObject({
  /** Where the clock is to stand in the end. One request goes to the next moment at which something is due, and no further. */
  to: z.iso.datetime({ offset: true }),
});
export type ClockStep = z.output<typeof ClockStep>;

export const ClockStepped = ClockView.extend({
  /** False: something was due on the way, so that another step must follow. */
  arrived: z.boolean(),
  /** The schedules and jobs that came due. */
  happened: z.array(z.string()),
  /** What a person must decide before it goes on. */
  waitingForPerson: z.array(z.object({ subject: z.string(), text: z.object({ ko: z.string(), en: z.string() }) })),
});
export type ClockStepped = z.output<typeof ClockStepped>;

export const ClockRefusal = z.object({ code: z.string(), detail: z.string() });

export const CLOCK_PATH = '/clock';
export const CLOCK_STEP_PATH = '/clock/step';
