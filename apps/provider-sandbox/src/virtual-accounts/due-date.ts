import { addDays, businessDateOf, InvalidDate, instantAt, seoulTimeOf } from '@jeongsan/calendar';
import { VALID_HOURS_DEFAULT, VALID_HOURS_MAX } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';

const HOUR_MS = 3_600_000;
const DUE_DAYS_MAX = 90;

/** The deadline of a virtual account: hours from now, or a local time of Seoul. */
export type Deadline = Readonly<{ validHours?: number | undefined; dueDate?: string | undefined }>;

/** The last time at which a deposit is accepted. Throws Refused. */
export function dueAtOf({ validHours, dueDate }: Deadline, now: Date): Date {
  if (dueDate === undefined) return afterHours(validHours ?? VALID_HOURS_DEFAULT, now);
  if (validHours !== undefined) throw new Refused('INVALID_VALID_HOURS_WITH_DUE_DATE_AND_SINGLE');
  const dueAt = instantOf(dueDate);
  if (dueAt <= now) throw new Refused('INVALID_DATE', { about: ['dueDate'] });
  if (dueAt > latestDue(now)) throw new Refused('EXCEED_MAX_DUE_DATE');
  return dueAt;
}

function afterHours(validHours: number, now: Date): Date {
  if (validHours < 1) throw new Refused('INVALID_REQUEST', { about: ['validHours'] });
  if (validHours > VALID_HOURS_MAX) throw new Refused('EXCEED_MAX_VALID_HOURS');
  return new Date(now.getTime() + validHours * HOUR_MS);
}

const latestDue = (now: Date): Date => instantAt(addDays(businessDateOf(now), DUE_DAYS_MAX), seoulTimeOf(now));

function instantOf(text: string): Date {
  // ASSUMED: a due date with the offset of Seoul, the format of the answers, is accepted too.
  const [, date = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\+09:00)?$/.exec(text) ?? [];
  try {
    return instantAt(date, time);
  } catch (error) {
    if (error instanceof InvalidDate) throw new Refused('INVALID_DATE', { about: ['dueDate'] });
    throw error;
  }
}
