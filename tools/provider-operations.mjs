/**
 * Writes docs/provider-operations.md: every operation of the provider's documents, and where it is kept. Without --write it fails
 * when the table is not what it would write, or has an empty cell. Needs a build: it asks the contract itself.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs/provider-operations.md');

/** Written by hand from the documents, and from nothing else: what the contract forgets is missing here. */
const documents = [
  {
    title: 'Document 1: payments',
    operations: `
      POST   /v1/payments/confirm                             approve a payment
      GET    /v1/payments/{paymentKey}                        read a payment
      GET    /v1/payments/orders/{orderId}                    read a payment by its order
      POST   /v1/payments/{paymentKey}/cancel                 cancel a payment
      POST   /v1/virtual-accounts                             issue a virtual account
      POST   /v1/billing/authorizations/card                  billing key from card data
      POST   /v1/billing/authorizations/issue                 billing key from an authKey
      POST   /v1/billing/{billingKey}                         charge a billing key
      GET    /v1/transactions                                 list transactions
      GET    /v1/settlements                                  list settlements
      POST   /v1/settlements                                  manual settlement
      POST   /v1/cash-receipts                                issue a cash receipt
      POST   /v1/cash-receipts/{receiptKey}/cancel            cancel a cash receipt
      GET    /v1/cash-receipts                                list cash receipts
      GET    /v1/promotions                                   all promotions
      GET    /v1/promotions/card                              card promotions
      POST   /v1/payouts/sub-malls                            register a sub-mall
      GET    /v1/payouts/sub-malls                            list sub-malls
      GET    /v1/payouts/sub-malls/{subMallId}                read a sub-mall
      POST   /v1/payouts/sub-malls/{subMallId}                change a sub-mall
      POST   /v1/payouts/sub-malls/{subMallId}/delete         delete a sub-mall
      GET    /v1/payouts/sub-malls/settlements                list payouts to sub-malls`,
  },
  {
    title: 'Document 2: wallet, sellers, payouts',
    operations: `
      GET    /v1/wallet/terms                                 read the terms
      POST   /v1/wallet/terms/agree                           agree to the terms
      POST   /v1/wallet/authorizations/access-token           issue or renew an access token
      GET    /v1/wallet/payments/methods                      methods of the token's customer
      GET    /v1/wallet/payments/methods/{customerKey}        methods of a customer
      POST   /v1/wallet/payments/methods/card/remove          remove a card
      POST   /v1/wallet/payments/methods/account/remove       remove an account
      POST   /v1/wallet/payments/confirm                      approve a wallet payment
      POST   /v1/wallet/payments                              automatic payment
      POST   /v1/wallet/customers/remove                      remove a customer
      GET    /v1/wallet/promotions/card                       card promotions of the wallet
      GET    /v1/wallet/promotions/bank                       bank promotions of the wallet
      GET    /v2/balances                                     read the balance
      POST   /v2/sellers                                      register a seller
      POST   /v2/sellers/{id}                                 change a seller
      DELETE /v2/sellers/{id}                                 delete a seller
      GET    /v2/sellers/{id}                                 read a seller
      GET    /v2/sellers                                      list sellers
      POST   /v2/payouts                                      ask for payouts
      POST   /v2/payouts/{id}/cancel                          cancel a payout
      GET    /v2/payouts/{id}                                 read a payout
      GET    /v2/payouts                                      list payouts
      POST   /v2/bank-accounts/lookup-holder-name             look up a holder's name
      POST   /v2/bank-accounts/validate                       check that an account exists
      POST   /v2/bank-accounts/verify-identifier              check an account's identity number
      POST   /v2/bank-accounts/verify-holder-name             check a holder's name
      POST   /v2/bank-accounts/verify-holder-real-name        check a holder's name and number`,
  },
  {
    title: 'Document 3: payment links and ARS',
    operations: `
      POST   /v1/products                                     create a product
      POST   /v1/products/{productKey}/sms                    send its link by SMS
      GET    /v1/products/{productKey}                        read a product
      GET    /v1/products                                     list products
      POST   /v1/products/{productKey}                        change a product
      DELETE /v1/products/{productKey}                        delete a product
      POST   /v1/products/{productKey}/images                 upload images
      GET    /v1/orders                                       list orders
      GET    /v1/orders/{orderKey}                            read an order
      POST   /v1/orders/{orderKey}/cancel                     cancel an order
      POST   /v2/ars/reservations                             reserve a phone payment
      GET    /v2/ars/reservations/{id}                        read a reservation
      POST   /v2/ars/reservations/{id}                        change a reservation
      POST   /v2/ars/reservations/{id}/cancel                 cancel a reservation
      GET    /v2/ars                                          read a phone session`,
  },
  {
    title: 'Not in the documents, but called by real clients',
    operations: `
      POST   /v1/payments                                     create a payment
      POST   /v1/payments/key-in                              pay with a card number
      POST   /v1/payments/{paymentKey}                        older form of confirm
      DELETE /v1/billing/{billingKey}                         delete a billing key`,
  },
].map(({ title, operations }) => ({ title, operations: operations.trim().split('\n').map(operationIn) }));

function operationIn(line) {
  const [, method, path, what] = /^\s*(\w+)\s+(\S+)\s+(.*)$/.exec(line);
  return { method, path, what };
}

const { providerContract } = await import('../libs/provider-contract/dist/index.js');
const { createProviderClient } = await import('../libs/provider-client/dist/index.js');
const client = createProviderClient({
  baseUrl: 'http://127.0.0.1',
  secretKey: 'test_sk_table',
  securityKeys: ['00'.repeat(32)],
  now: () => new Date(),
});

const sources = ['apps/provider-sandbox/src', 'libs/provider-client/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') })),
);
const isSpec = ({ path }) => path.endsWith('.spec.ts');
const contractFiles = readdirSync(join(root, 'libs/provider-contract/src'))
  .filter((name) => name.endsWith('.contract.ts'))
  .map((name) => ({ path: name, text: readFileSync(join(root, 'libs/provider-contract/src', name), 'utf8') }));

/** The names of parameters are the reader's matter: /{id} and /{sellerId} are one path. */
const same = (path) => path.replace(/\{\w+\}/g, '{}');
const nameOf = ({ method, path }) =>
  Object.entries(providerContract).find(([, e]) => e.method === method && same(e.path) === same(path))?.[0];

function row(operation) {
  const name = nameOf(operation);
  const cells = name === undefined ? ['', '', '', ''] : cellsOf(name, operation);
  return [`${operation.method} ${operation.path}`, operation.what, ...cells];
}

function cellsOf(name, { method, path }) {
  const declared = new RegExp(`export const ${name}\\b`);
  const where = contractFiles.find(({ text }) => declared.test(text));
  const handler = sources.find(({ path: file, text }) => /provider-sandbox\/src/.test(file) && declared.test(text));
  const specs = sources.filter(isSpec).filter(({ text }) => drives(name, method, path).some((way) => way.test(text)));
  return [
    where ? `\`${name}\` in ${where.path}` : '',
    handler ? short(handler.path) : '',
    typeof client[name] === 'function' ? `\`client.${name}\`` : '',
    specs.map(({ path: file }) => short(file)).join('<br>'),
  ];
}

/** The ways a spec drives an operation: by its name, by its name from a table of names, or by its address. */
function drives(name, method, path) {
  const address = same(path)
    .split('{}')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('[^/\'"`]+');
  return [
    new RegExp(`\\b(provider|client|api|wallet)\\s*\\.${name}\\b`),
    new RegExp(`'${name}'[\\s\\S]*\\.provider\\[`),
    new RegExp(`'${method}',\\s*['"\`]${address}['"\`?]`),
  ];
}

const short = (path) => path.replace('apps/provider-sandbox/src/', '').replace('libs/provider-client/src/', 'client: ');

const head = ['operation', 'what it does', 'contract', 'server', 'client', 'tests'];
const tables = documents.map(({ title, operations }) => ({ title, rows: operations.map(row) }));
const listed = documents.flatMap(({ operations }) => operations.map(nameOf));
const others = Object.entries(providerContract)
  .filter(([name]) => !listed.includes(name))
  .map(([, { method, path, summary }]) => row({ method, path, what: summary }));
if (others.length > 0) tables.push({ title: 'Also in the contract', rows: others });

const line = (cells) => `| ${cells.join(' | ')} |`;
const text = [
  '# Operations of the provider',
  '',
  'Every operation of the three documents, and where it is kept: its contract, who answers it in the sandbox, the client that calls it,',
  'and the specs that drive it on purpose. Besides those, `contract/errors.int.spec.ts` drives every listed error of every operation,',
  'and `contract/fuzz.int.long.spec.ts` sends to all of them what nobody should send. Server and tests are under `apps/provider-sandbox/src`.',
  'What we had to guess is in [assumptions.md](assumptions.md).',
  '',
  'Written by `node tools/provider-operations.mjs --write`; a test keeps it complete.',
  ...tables.flatMap(({ title, rows }) => [
    '',
    `## ${title}`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
  ]),
  '',
].join('\n');

const missing = tables.flatMap(({ rows }) =>
  rows.flatMap((cells) => {
    const empty = head.filter((_, index) => cells[index] === '');
    return empty.length > 0 ? [`${cells[0]}: no ${empty.join(', ')}`] : [];
  }),
);
if (process.argv.includes('--write')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('docs/provider-operations.md is not up to date: run node tools/provider-operations.mjs --write');
  process.exitCode = 1;
}
if (missing.length > 0) {
  console.error(`The table of operations has empty cells:\n${missing.join('\n')}`);
  process.exitCode = 1;
}
