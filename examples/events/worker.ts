/**
 * Works off what `consumer.ts` stored, each event once: INBOX=./inbox node worker.js. An event is done when its file is in `done`;
 * a worker that is killed before that begins again with the same event.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JeongsanEvent } from '@jeongsan/client';

const { INBOX = 'inbox' } = process.env;
const done = join(INBOX, 'done');
await mkdir(done, { recursive: true });

for (;;) {
  const [finished, files] = await Promise.all([readdir(done), readdir(INBOX)]);
  for (const file of files.filter((one) => /^[^.].*\.json$/.test(one) && !finished.includes(one)).sort()) {
    const event = JSON.parse(await readFile(join(INBOX, file), 'utf8')) as JeongsanEvent;
    if (event.eventType === 'payout.changed')
      console.log(`${event.data.sellerId}: payout of ${event.data.amount} won is ${event.data.status}`);
    // The event itself stays in the inbox, by which the consumer knows it when it comes again.
    await writeFile(join(done, file), '');
  }
  await sleep(200);
}
