import { checkedBaseUrl } from '@jeongsan/http-contract';
import { z } from 'zod';
import { exits, type Fault, faultOf, networkCodeOf } from '../faults.js';
import { printList } from '../output/print.js';
import type { Row } from '../output/table.js';
import { clientOf, credentialOf, fetchOf, NotSent, type Session } from '../session.js';
import type { OwnVerb } from './own-verb.js';

const ANSWER_MS_MAX = 10_000;
/** Signatures of webhooks are refused 300 seconds away from the clock: a tenth of it is worth a word. */
const CLOCK_SECONDS_MAX = 30;
const Health = z.object({ services: z.record(z.string(), z.enum(['up', 'down'])) });

type Check = Readonly<{ check: string; state: 'ok' | 'failed'; detail: string }>;
const checked = (check: string, isFine: boolean, detail: string): Check => ({
  ...{ check, state: isFine ? 'ok' : 'failed', detail },
});

/** Checks what a call needs: the door with its services, the key, and the clock. */
export const doctor: OwnVerb = {
  args: [],
  flags: [],
  example: 'doctor',
  run: async (session) => {
    const credential = await credentialOf(session);
    const checks = [...(await askHealth(session, credential.url)), ...(await askKey(session, credential))];
    if (session.options.dryRun) return exits.done;
    await printList(session.printer, checks as readonly Row[], ['check', 'state', 'detail'], (items) => ({ items }));
    return checks.every(({ state }) => state === 'ok') ? exits.done : exits.failed;
  },
};

async function askHealth(session: Session, url: string): Promise<readonly Check[]> {
  try {
    const address = `${checkedBaseUrl(url, 'https://jeongsan.example')}/health`;
    const reply = await fetchOf(session)(address, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    const health = Health.safeParse(await reply.json()).data;
    if (!health) return [checked('door', false, `HTTP ${reply.status}`)];
    const services = Object.entries(health.services).map(([name, state]) => checked(name, state === 'up', state));
    return [checked('door', true, url), ...services];
  } catch (error) {
    return [checked('door', false, reasonOf(error))];
  }
}

async function askKey(session: Session, credential: { url: string; key: string }): Promise<readonly Check[]> {
  const client = clientOf(session, credential);
  const { nowMs } = session.terminal;
  const clock: Check[] = [];
  const onReply = ({ headers }: { headers: Readonly<Record<string, string>> }) => {
    const seconds = Math.round((nowMs() - Date.parse(headers['date'] ?? '')) / 1_000);
    if (!Number.isNaN(seconds)) clock.push(checked('clock', Math.abs(seconds) <= CLOCK_SECONDS_MAX, `${seconds} s`));
  };
  try {
    const { actor, roles } = await client.getMe({}, { onReply });
    return [checked('key', true, `${actor} (${roles.join(', ')})`), ...clock];
  } catch (error) {
    if (error instanceof Error && error.cause instanceof NotSent) return [];
    return [checked('key', false, describe(faultOf(error, false))), ...clock];
  }
}

function reasonOf(error: unknown): string {
  return networkCodeOf(error) ?? (error instanceof Error ? error.message : String(error));
}

const describe = ({ code, message }: Fault): string => `${code}: ${message}`;
