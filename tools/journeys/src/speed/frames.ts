import type { CDPSession, Page } from 'playwright-core';

const BEGIN = `(() => {
  globalThis.frames = [];
  const note = (at) => { frames.push(at); globalThis.ticking = requestAnimationFrame(note); };
  globalThis.ticking = requestAnimationFrame(note);
})()`;
const END = `(() => { cancelAnimationFrame(ticking); return frames; })()`;

/** Milliseconds in which the page's main thread was busy: the rest of a frame is drawn by other threads, or waited for. */
export type Work = Readonly<{ all: number; script: number; layout: number }>;
export type Frames = Readonly<{ ms: readonly number[]; work: Work }>;

/** The frames of a page while something is done to it: the duration of each, and the work of all of them. */
export async function framesDuring(page: Page, browser: CDPSession, doing: () => Promise<void>): Promise<Frames> {
  const before = await workOf(browser);
  await page.evaluate(BEGIN);
  await doing();
  const at = await page.evaluate<number[]>(END);
  const after = await workOf(browser);
  return {
    ms: at.slice(1).map((moment, index) => moment - (at[index] ?? Number.NaN)),
    work: {
      all: after.all - before.all,
      script: after.script - before.script,
      layout: after.layout - before.layout,
    },
  };
}

async function workOf(browser: CDPSession): Promise<Work> {
  await browser.send('Performance.enable');
  const { metrics } = await browser.send('Performance.getMetrics');
  const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000;
  return {
    all: of('TaskDuration'),
    script: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
  };
}
