import type { PhaseName, Step } from './play-market.js';

const phaseTitles = {
  onboard: '판매자 등록 sellers join',
  reconcile: '대사 reconciling',
  draft: '정산 drafting',
  dispatch: '지급 paying out',
  registrations: '주문 등록 registrations',
  orders: '주문 orders',
  deposits: '입금 deposits',
  cancels: '취소 cancels',
  allocations: '취소 배분 allocations',
  holds: '보류 holds',
} as const satisfies Record<PhaseName, string>;

const DAYS_PER_LINE = 5;
const REDRAW_MS = 100;
const CLEAR_LINE = '\r\u001b[K';

export type Progress = Readonly<{ onStep: (step: Step) => void; end: () => void }>;

/** Shows the progress of a play: one changing line on a terminal, elsewhere a line every few days. */
export function showProgress(out: NodeJS.WriteStream, now: () => number = () => performance.now()): Progress {
  return out.isTTY ? oneLine(out, now) : someLines(out, now);
}

function oneLine(out: NodeJS.WriteStream, now: () => number): Progress {
  let drawnAt = -Infinity;
  return {
    onStep: (step) => {
      if (now() - drawnAt < REDRAW_MS) return;
      drawnAt = now();
      out.write(CLEAR_LINE + describe(step));
    },
    end: () => void out.write(CLEAR_LINE),
  };
}

function someLines(out: NodeJS.WriteStream, now: () => number): Progress {
  const begun = now();
  let lastDay = -1;
  let orders = 0;
  return {
    onStep: ({ date, day, days, phase, done }) => {
      if (phase === 'orders' && done > 0) orders += 1;
      const isDue = phase === 'reconcile' ? day % DAYS_PER_LINE === 1 : phase === 'onboard';
      if (!isDue || day === lastDay) return;
      lastDay = day;
      const seconds = Math.round((now() - begun) / 1000);
      out.write(
        phase === 'onboard'
          ? `${date}  ${phaseTitles.onboard}\n`
          : `${date}  ${day}/${days}일 days, ${orders} orders, ${seconds}s\n`,
      );
    },
    end: () => undefined,
  };
}

function describe({ date, day, days, phase, done, total }: Step): string {
  const share = days === 0 ? 0 : Math.floor((Math.max(day - 1, 0) / days) * BAR_WIDTH);
  const bar = '█'.repeat(share) + '░'.repeat(BAR_WIDTH - share);
  return `${date} ${bar} ${day}/${days}  ${phaseTitles[phase]}${total > 1 ? ` ${done}/${total}` : ''}`;
}

const BAR_WIDTH = 24;
