import type { FastifyInstance } from 'fastify';
import { CLOCK_SPEED_MAX } from '@jeongsan/sandbox-control';
import type { DueWork } from '../due-work.js';
import type { World } from '../world.js';
import { invalid } from './control-refusals.js';
import { resend } from './developer-console.js';
import { controlPage, PAGE_HEADERS } from './page.js';
import { readPageState } from './page-state.js';
import { moveClock } from './sandbox-state.js';

type Control = Readonly<{ world: World; work: DueWork }>;

/** Serves the control page and its buttons; each button sends an operation of the control API as a form. */
export function servePage(scope: FastifyInstance, world: World, work: DueWork): void {
  scope.get('/control', async (_request, reply) =>
    reply.headers(PAGE_HEADERS).send(controlPage(await readPageState(world))),
  );
  for (const [action, act] of Object.entries(actions)) {
    scope.post(`/control/page/${action}`, async (request, reply) => {
      await act({ world, work }, new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
      return reply.redirect('/control', 303);
    });
  }
}

const actions: Readonly<Record<string, (control: Control, form: URLSearchParams) => Promise<void>>> = {
  clock: async ({ world, work }, form) => {
    const seconds = numberIn(form, 'advance', ADVANCE_SECONDS_MAX);
    const mode = form.get('mode') ?? undefined;
    if (mode !== undefined && mode !== 'running' && mode !== 'frozen') throw invalid('No such mode');
    const now = seconds === undefined ? undefined : new Date(world.clock.now().getTime() + seconds * 1_000);
    await moveClock({ world, work }, { now, mode, speed: numberIn(form, 'speed', CLOCK_SPEED_MAX) });
  },
  resend: async ({ world, work }, form) => {
    await resend(world.database, form.get('id') ?? '', world.clock.now());
    work.kick();
  },
  'clear-faults': async ({ world }) => world.faults.clear(),
};

const ADVANCE_SECONDS_MAX = 366 * 86_400;

function numberIn(form: URLSearchParams, name: string, max: number): number | undefined {
  const text = form.get(name);
  if (text === null) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw invalid(`${name} is a whole number from 1 to ${max}`);
  return value;
}
