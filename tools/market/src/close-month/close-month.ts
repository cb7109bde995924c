import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { checkAndTell, zipSource } from '@jeongsan/auditor-file';
import { operatorToken } from '../platform/operators.js';
import type { Platform } from '../platform/platform.js';
import { listAll } from '../play/list-all.js';

const PER_PAGE = 200;
const POLL_MS = 250;
const POLLS_MAX = 480;
const TIMEOUT_MS = 300_000;

/**
 * Closes the market's month: invoices are issued, and nothing on the checklist may be missing. Writes the auditor's file to the platform's
 * folder and checks it. Returns whether the file is good.
 */
export async function closeMonth(platform: Platform, month: string, say: (line: string) => void): Promise<boolean> {
  const { clients, apps, keys, folder } = platform;
  await issueInvoices(clients.scheduler, month);
  await clients.reconciler.closeMonth({
    params: { month },
    body: { reason: 'The month of the demo is over', override: false },
  });
  await untilClosed(clients.reconciler, month);
  say(`${month} 마감 closed`);

  const file = join(folder, `auditor-file_${month}.zip`);
  const reply = await fetch(`${apps['settlement-reconciler'].url}/auditor-files/${month}`, {
    headers: { authorization: `Bearer ${await operatorToken(keys, 'approver')}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!reply.ok || !reply.body)
    throw new Error(`The auditor's file of ${month}: ${reply.status} ${await reply.text()}`);
  await pipeline(Readable.fromWeb(reply.body), createWriteStream(file));
  const zip = await zipSource(file);
  const verdict = await checkAndTell(zip, [], (line) => say(`감사용 파일 Auditor's file ${file}\n  ${line}`));
  await zip.close();
  return verdict === 0;
}

async function issueInvoices(scheduler: Platform['clients']['scheduler'], month: string): Promise<void> {
  await scheduler.draftTaxInvoices({ body: { month } });
  const drafts = await listAll((after) =>
    scheduler.listTaxInvoices({ query: { month, state: 'drafted', limit: PER_PAGE, ...after } }),
  );
  for (const { id } of drafts)
    await scheduler.issueTaxInvoice({ params: { invoiceId: id }, body: { externalReference: `DEMO-${id}` } });
}

async function untilClosed(reconciler: Platform['clients']['reconciler'], month: string): Promise<void> {
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    const { state } = await reconciler.getMonth({ params: { month } });
    if (state === 'CLOSED') return;
    await setTimeout(POLL_MS);
  }
  throw new Error(`${month} is still being closed`);
}
