import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLOCK_SPEED_MAX } from '@jeongsan/sandbox-control';
import type { Merchants } from '../merchant/merchants.js';
import type { World } from '../world.js';
import { invalid, notFound } from './control-refusals.js';
import { resend } from './developer-console.js';
import { controlPage, PAGE_HEADERS } from './page.js';
import { readPageState } from './page-state.js';
import { moveClock } from './sandbox-state.js';

type Control = Readonly<{ world: World; merchants: Merchants }>;
type PageRequest = FastifyRequest<{ Querystring: { merchant?: string } }>;

/** Serves the control page and its buttons; each button sends an operation of the control API as a form. */
export function servePage(scope: FastifyInstance, merchants: Merchants): void {
  /** The merchant that the address names; the first one without a name. */
  const siteOf = ({ query: { merchant } }: PageRequest) => {
    const site = merchant === undefined ? merchants.first : merchants.named(merchant);
    if (!site) throw notFound('such merchant');
    return site;
  };
  const mIds = () => merchants.sites.map(({ world }) => world.env.M_ID);
  scope.get('/control', async (request: PageRequest, reply) =>
    reply.headers(PAGE_HEADERS).send(controlPage(await readPageState(siteOf(request).world), mIds())),
  );
  for (const [action, act] of Object.entries(actions)) {
    scope.post(`/control/page/${action}`, async (request: PageRequest, reply) => {
      const { world, work } = siteOf(request);
      await act({ world, merchants }, new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
      work.kick();
      return reply.redirect(world === merchants.first.world ? '/control' : `/control?merchant=${world.env.M_ID}`, 303);
    });
  }
}

const actions: Readonly<Record<string, (control: Control, form: URLSearchParams) => Promise<void>>> = {
  clock: async ({ world, merchants }, form) => {
    const seconds = numberIn(form, 'advance', ADVANCE_SECONDS_MAX);
    const mode = form.get('mode') ?? undefined;
    if (mode !== undefined && mode !== 'running' && mode !== 'frozen') throw invalid('No such mode');
    const now = seconds === undefined ? undefined : new Date(world.clock.now().getTime() + seconds * 1_000);
    await moveClock(merchants, { now, mode, speed: numberIn(form, 'speed', CLOCK_SPEED_MAX) });
  },
  resend: async ({ world }, form) => resend(world.database, form.get('id') ?? '', world.clock.now()),
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
