/**
 * Writes docs/provider-codes.md: every error code of the provider, and the ways to get it from the sandbox. Without --write it fails
 * when the table is not what it would write, or has an empty cell. Needs a build: it asks the contract itself.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs/provider-codes.md');
const server = join(root, 'apps/provider-sandbox/src');

const { providerContract, providerErrors } = await import('../libs/provider-contract/dist/index.js');

const sources = readdirSync(server, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ path: relative(server, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
  .sort((a, b) => (a.path < b.path ? -1 : 1));
const isSpec = ({ path }) => path.endsWith('.spec.ts');
/** Not rules of the provider: specs, their helpers, what /control does, and pages on which a visitor chooses an error. */
const isRule = (source) =>
  !isSpec(source) && !/^((testing|control|seed|hosted-page)\/|payment-window\/window-choices)/.test(source.path);

const operations = Object.entries(providerContract);
/** An operation that lists the code and can be called with a secret key; a read of a payment for codes that no table lists. */
const operationOf = (code) =>
  operations.find(([, e]) => e.security === 'basic' && e.errors.includes(code)) ??
  operations.find(([, e]) => e.errors.includes(code)) ??
  operations.find(([name]) => name === 'getPayment');

const naming = (code) => {
  const literal = new RegExp(`['"]${code}['"]|\\b${code}:`);
  return (source) => literal.test(source.text);
};
const inList = (files) => files.map(({ path }) => path).join('<br>');

const rows = Object.entries(providerErrors).map(([code, { status }]) => {
  const [name, { method, path }] = operationOf(code);
  const rules = sources.filter(isRule).filter(naming(code));
  const specs = sources.filter(isSpec).filter(({ text }) => new RegExp(`\\b${code}\\b`).test(text));
  return { code, status, name, at: `${method} ${path}`, rules, specs };
});

const line = (cells) => `| ${cells.join(' | ')} |`;
const head = (cells) => [line(cells), line(cells.map(() => '---'))];
const byRule = rows.filter(({ rules }) => rules.length > 0);
const byOrder = rows.filter(({ rules }) => rules.length === 0);
const text = [
  '# Error codes of the provider',
  '',
  `Every code that the documents or their sources name (${rows.length}), and how to get it from the sandbox. \`contract/codes.int.spec.ts\` takes both ways below for each`,
  'row of both tables, over HTTP. Files are under `apps/provider-sandbox/src`.',
  '',
  'Any code, at any operation:',
  '',
  '- **the header** `TossPayments-Test-Code: CODE`, with a test key, as at the provider. The operation below is one that lists the code;',
  '- **a fault**: `POST /control/faults` `{"operation": "confirmPayment", "kind": "error", "status": 400, "code": "CODE", "times": 1}`. Name and',
  '  status are given below. The next call of the operation answers with both, and has no effect.',
  '',
  'A code of an approval also comes out of a payment: `POST /control/payments` `{"refuseWith": "CODE", …}`, then confirm. Cards with an outcome of',
  'their own are in `payments/test-cards.ts`, endings of account numbers in `bank-accounts/mock-accounts.ts`.',
  '',
  'Written by `node tools/provider-codes.mjs --write`; a test keeps it complete.',
  '',
  `## Codes of a rule (${byRule.length})`,
  '',
  'The sandbox answers with these by itself where the provider would; a spec names each of them.',
  '',
  ...head(['code', 'status', 'operation', 'name', 'rule']),
  ...byRule.map(({ code, status, at, name, rules }) => line([`\`${code}\``, status, at, `\`${name}\``, inList(rules)])),
  '',
  `## Codes to be asked for (${byOrder.length})`,
  '',
  'No rule is published that leads to these, or the rule needs a world outside of the sandbox.',
  '',
  ...head(['code', 'status', 'operation', 'name']),
  ...byOrder.map(({ code, status, at, name }) => line([`\`${code}\``, status, at, `\`${name}\``])),
  '',
].join('\n');

if (process.argv.includes('--write')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('docs/provider-codes.md is not up to date: run node tools/provider-codes.mjs --write');
  process.exitCode = 1;
}
const unseen = byRule.filter(({ specs }) => specs.length === 0);
if (unseen.length > 0) {
  console.error(
    `No spec names these codes of a rule:\n${unseen.map(({ code, rules }) => `${code}: ${inList(rules)}`).join('\n')}`,
  );
  process.exitCode = 1;
}
