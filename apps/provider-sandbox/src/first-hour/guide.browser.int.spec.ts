import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@jeongsan/child-processes';
import { startBrowser } from '../testing/browser.js';
import { root, runSandbox, type } from '../testing/command.js';
import { until } from '../testing/receiver.js';
import { openTerminal } from '../testing/terminal.js';
import { type Block, blocksOf, missingIn, pasted } from '../testing/guide.js';

const START_SANDBOX = 'npm run sandbox -- --port 4000';
const START_SHOP = 'node examples/shop/server.mjs';
const GUIDE_MS = 180_000;
const STEP_MS = 25_000;

const document = readFileSync(join(root, 'docs/provider-sandbox.md'), 'utf8');

/** Presses the shop's button and the window's, and returns the payment key that the shop shows. */
async function payByCard(shopUrl: string): Promise<string> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(STEP_MS);
    await page.goto(shopUrl);
    await page.getByRole('button', { name: '카드로 결제' }).click();
    await page.getByRole('button', { name: '결제하기' }).click();
    return (await page.locator('#payment').textContent()) ?? '';
  } finally {
    await browser.close();
  }
}

async function isDelivered(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/control/webhook/deliveries?state=delivered`);
  return (await reply.text()).includes('PAYMENT_STATUS_CHANGED');
}

test(
  'the first hour of docs/provider-sandbox.md: each command prints what the page says',
  async () => {
    const blocks = blocksOf(document, 'The first hour');
    const [startSandbox, ...others] = blocks;
    expect(startSandbox).toMatchObject({ text: START_SANDBOX });
    const [shopPort, sandbox] = await Promise.all([freePort(), runSandbox('first-hour-guide')]);
    const shop = type(START_SHOP.split(' '), { PROVIDER_URL: sandbox.url, PORT: String(shopPort) });
    const terminal = openTerminal();
    const values: Record<string, string> = {
      SECURITY_KEY: (await sandbox.prints(/security key +([0-9a-f]{64})/))[1] ?? '',
    };
    const here = ({ text }: Block) =>
      pasted(text, values)
        .replaceAll('localhost:4000', `localhost:${sandbox.port}`)
        .replaceAll('localhost:4100', `localhost:${shopPort}`);
    let printed = '';
    const wrong: string[] = [];
    try {
      const [shopUrl] = await shop.prints(/http:\S+/);
      for (const block of others) {
        if (block.kind !== 'sh') {
          for (const line of missingIn(printed, block)) wrong.push(`line ${block.line}: no ${line} in ${printed}`);
          continue;
        }
        if (block.text === START_SHOP) continue;
        if (block.text.startsWith('PAYMENT_KEY=')) values['PAYMENT_KEY'] = await payByCard(shopUrl);
        printed = await terminal.enter(here(block));
        const [, seller] = /"id":"(seller_\w+)"/.exec(printed) ?? [];
        if (seller !== undefined) values['SELLER'] = seller;
        if (!block.text.startsWith('PAYMENT_KEY=')) continue;
        await shop.prints(/webhook PAYMENT_STATUS_CHANGED: shop-\S+ is DONE/);
        await until('the delivery is recorded', () => isDelivered(sandbox.url));
      }
    } finally {
      await Promise.all([terminal.close(), shop.interrupt(), sandbox.interrupt()]);
    }
    expect(wrong).toEqual([]);
    expect(blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text)).toContain(START_SHOP);
  },
  GUIDE_MS,
);
