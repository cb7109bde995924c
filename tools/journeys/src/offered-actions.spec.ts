import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@jeongsan/http-contract';
import { operationsContract, services } from '@jeongsan/platform-contract';

const FOLDER = join(__dirname, '../../../apps/console/src');
const source = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.ts$/.test(file))
  .map((file) => readFileSync(join(FOLDER, file), 'utf8'))
  .join('\n');

/** What the console does not offer, and who does it instead. */
const elsewhere: Readonly<Record<string, string>> = {
  createOrder: "the market's servers",
  registerOrders: "the market's servers",
  openSellerSession: "the market's servers",
};

const acts = [operationsContract, ...Object.values(services)].flatMap((contract) =>
  Object.entries<Endpoint>(contract).flatMap(([name, { method }]) => (method === 'GET' ? [] : [name])),
);

test.each([...new Set(acts)])('%s is offered on a screen, or by somebody else', (name) => {
  expect(new RegExp(`\\b${name}\\b`).test(source)).toBe(!(name in elsewhere));
});
