const DAY_MS = 86_400_000;

/** A calendar day some days after another, both as yyyy-MM-dd. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a day lies after an earlier one. */
export function daysBetween(earlier: string, later: string): number {
  return (Date.parse(`${later}T00:00:00Z`) - Date.parse(`${earlier}T00:00:00Z`)) / DAY_MS;
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** A second of a day as Korean time. */
export function koreanTime(day: string, secondOfDay: number): string {
  return `${day}T${new Date(secondOfDay * 1000).toISOString().slice(11, 19)}+09:00`;
}

/** The second of its day that a Korean time stands for. */
export function secondOfDay(time: string): number {
  const [hours = '0', minutes = '0', seconds = '0'] = time.slice(11, 19).split(':');
  return parseInt(hours, 10) * 3600 + parseInt(minutes, 10) * 60 + parseInt(seconds, 10);
}
