import { seoulMinute } from '@jeongsan/calendar';
import { checkedBaseUrl } from '@jeongsan/http-contract';
import {
  CLOCK_PATH,
  CLOCK_STEP_PATH,
  ClockRefusal,
  ClockStep,
  ClockStepped,
  ClockTime,
  ClockView,
} from '@jeongsan/platform-contract';
import type { z } from 'zod';
import { exits, Problem, usageProblem } from '../faults.js';
import { printRecord } from '../output/print.js';
import { fetchOf, NotSent, type Session } from '../session.js';
import type { OwnVerb } from './own-verb.js';

/** A step may wait three minutes for its platform to be quiet. */
const STEP_MS_MAX = 240_000;
const DAYS_MAX = 400;
const DURATION = /^(?=\d)(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?$/;

/** The time of a platform on a controlled clock, and when something is due next. */
export const showClock: OwnVerb = {
  args: [],
  flags: [],
  example: 'clock show',
  run: async (session) => {
    const { now, nextAt } = await call(session, 'GET', CLOCK_PATH, ClockView);
    await printRecord(session.printer, { now, nextAt });
    return exits.done;
  },
};

/**
 * Moves the clock from one moment at which something is due to the next, and waits at each until all is quiet. Broken off, the
 * clock stands at the last of them: the same command goes on.
 */
export const advanceClock: OwnVerb = {
  args: ['[by]'],
  flags: [{ flags: '--to <time>', about: 'clockTo' }],
  example: 'clock advance 3d',
  run: async (session, { by }, { to: wanted }) => {
    if ((by === undefined) === (wanted === undefined)) throw usageProblem(session.words.clockWay, 'CLOCK_TIME');
    const lengthMs = by === undefined ? undefined : durationMs(session, by);
    const given = wanted === undefined ? undefined : timeOf(wanted);
    const start = await call(session, 'GET', CLOCK_PATH, ClockView);
    const to = given ?? new Date(Date.parse(start.now) + (lengthMs ?? 0));
    if (to < new Date(start.now))
      throw usageProblem(session.words.clockBack(seoulMinute(new Date(start.now))), 'CLOCK_BACKWARDS');
    for (;;) {
      const step: ClockStep = { to: to.toISOString() };
      const stepped = await call(session, 'POST', CLOCK_STEP_PATH, ClockStepped, step);
      tell(session, stepped);
      if (!stepped.arrived) continue;
      for (const { subject, text } of stepped.waitingForPerson)
        session.terminal.err(`${session.words.waitsForPerson}: ${subject}: ${text[session.options.language]}\n`);
      await printRecord(session.printer, { now: stepped.now, nextAt: stepped.nextAt });
      return exits.done;
    }
  },
};

function tell({ terminal }: Session, { now, happened, arrived }: ClockStepped): void {
  if (happened.length > 0 || arrived)
    terminal.err(`${seoulMinute(new Date(now))}  ${[...new Set(happened)].join(', ')}`.trimEnd() + '\n');
}

/** `30m`, `12h`, `3d`, `1d12h`. */
function durationMs({ words }: Session, text: string): number {
  const [, days = '0', hours = '0', minutes = '0'] = DURATION.exec(text) ?? [];
  const whole = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000;
  if (whole <= 0 || whole > DAYS_MAX * 86_400_000) throw usageProblem(words.noDuration(text), 'CLOCK_TIME');
  return whole;
}

function timeOf(text: string): Date {
  const parsed = ClockTime.safeParse(text);
  if (!parsed.success) throw usageProblem(`--to: ${parsed.error.issues[0]?.message}`, 'CLOCK_TIME');
  return parsed.data;
}

async function call<T>(
  session: Session,
  method: string,
  path: string,
  answer: z.ZodType<T>,
  body?: ClockStep,
): Promise<T> {
  const { words, terminal } = session;
  if (terminal.settings.clockUrl === undefined) throw usageProblem(words.noClock, 'NO_CLOCK');
  const url = `${checkedBaseUrl(terminal.settings.clockUrl, 'http://127.0.0.1:14050')}${path}`;
  const reply = await fetchOf(session)(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout(STEP_MS_MAX),
  }).catch((error: unknown) => {
    if (error instanceof NotSent) throw error;
    throw new Problem(exits.fault, 'NO_CLOCK', words.clockAway(url));
  });
  const json: unknown = await reply.json();
  if (reply.ok) return answer.parse(json);
  const refused = ClockRefusal.safeParse(json).data;
  const exit = reply.status === 422 ? exits.refused : exits.fault;
  throw new Problem(exit, refused?.code ?? `HTTP ${reply.status}`, refused?.detail ?? words.clockAway(url));
}
