import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { webhookHeaders } from '@jeongsan/provider-contract';
import { patiently } from '@jeongsan/child-processes';
import type { Stage } from '../stage/stage.js';

const WEBHOOKS_MAX = 600;
/** A few such webhooks fill a page of the inbox table: data that fits into existing pages would not show a full disk. */
const PADDING = 'x'.repeat(1_500);
const AGAIN_MAX = 3;

type Sent = Readonly<{ id: string; status: number }>;

/**
 * Fills the disk of the inbox, and sends webhooks of ours until one is refused. Requires: no webhook is answered 200 without
 * being stored, none with a status other than 200 or 503, and all are accepted once there is room. Returns the number of
 * refused webhooks.
 */
export async function fillInbox(stage: Stage, forMs: number): Promise<number> {
  const volume = stage.inboxVolume;
  const problem = (text: string): void => void stage.problems.add(text);
  const [payout] = await patiently(() => stage.provider.api.listPayouts({ query: { limit: 1 } })).then(
    ({ entityBody }) => entityBody.items,
  );
  if (volume === undefined || payout === undefined) return 0;
  await volume.fill();
  const sent: Sent[] = [];
  try {
    const deadline = Date.now() + forMs;
    while (sent.length < WEBHOOKS_MAX && (Date.now() < deadline || !sent.some(isRefused))) {
      sent.push(await send(stage, payout.id, randomUUID()));
      if (sent.at(-1)?.status !== 200) await sleep(20);
    }
  } finally {
    await volume.free();
  }
  const odd = sent.filter(({ status }) => status !== 200 && status !== 503).map(({ status }) => status);
  if (odd.length > 0) problem(`webhooks were answered ${[...new Set(odd)].join(', ')} while the inbox's disk was full`);
  const again = sent.filter(isRefused).slice(-AGAIN_MAX);
  await Promise.all(
    again.map(({ id }) =>
      patiently(async () => {
        const { status } = await send(stage, payout.id, id);
        if (status !== 200) throw new Error(`A webhook is still answered ${status} when the inbox's disk has room`);
      }).catch((error: Error) => problem(error.message)),
    ),
  );
  await expectStored(stage, [...sent.filter(({ status }) => status === 200), ...again], problem);
  return sent.filter(isRefused).length;
}

const isRefused = ({ status }: Sent): boolean => status === 503;

async function expectStored({ db }: Stage, sent: readonly Sent[], problem: (text: string) => void): Promise<void> {
  const ids = sent.map(({ id }) => id);
  const [row] = await patiently(() =>
    db.query<{ missing: bigint }[]>(
      `select count(*) as missing from unnest($1::text[]) as sent(id)
        where not exists (select from webhooks.inbox i where i.headers::text like '%' || sent.id || '%')`,
      [ids],
    ),
  );
  if (Number(row?.missing ?? 0) > 0)
    problem(`${row?.missing} webhooks were answered 200 and are not in the inbox (I6)`);
}

/** A webhook in the provider's form: a payout changed. To read the payout is always safe. */
async function send({ keys, ingestorUrl, clocks }: Stage, payoutId: string, id: string): Promise<Sent> {
  const time = clocks.now().toISOString();
  const entityBody = { id: payoutId, padding: PADDING };
  const body = JSON.stringify({
    eventType: 'payout.changed',
    createdAt: time,
    eventId: id,
    entityType: 'payout',
    entityBody,
  });
  const signature = createHmac('sha256', Buffer.from(keys.securityKey, 'hex'))
    .update(`${body}:${time}`)
    .digest('base64');
  const headers = {
    'content-type': 'application/json',
    [webhookHeaders.transmissionId]: id,
    [webhookHeaders.transmissionTime]: time,
    [webhookHeaders.retriedCount]: '0',
    [webhookHeaders.signature]: `v1:${signature}`,
  };
  const reply = await fetch(`${ingestorUrl}/webhooks/provider`, { method: 'POST', body, headers }).catch(
    () => undefined,
  );
  return { id, status: reply?.status ?? 503 };
}
