import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Command, commands } from './operations/commands.js';
import { endpointOf } from './operations/endpoints.js';
import { isGoldenUpdate } from './testing/env.js';
import { tryOut } from './testing/try-out.js';
import { wordsOf } from './testing/words-of.js';
import { languages } from './texts/words.js';
import { ownPaths } from './verbs/own-paths.js';

const table: Readonly<Record<string, Command>> = commands;
const paths = ['', ...Object.keys(commands), ...ownPaths];

test.each(languages)('the help of every command in %s (UPDATE_GOLDEN=1 rewrites the file)', async (language) => {
  const shown: string[] = [];
  for (const path of paths) {
    const args = [...path.split(' ').filter(Boolean), '--help', '--lang', language];
    const { exit, out, err } = await tryOut(args);
    expect({ path, exit, err }).toEqual({ path, exit: 0, err: '' });
    shown.push(`$ jeongsan ${args.join(' ')}\n${out}`);
  }
  const file = join(__dirname, `../golden/help.${language}.txt`);
  if (isGoldenUpdate()) writeFileSync(file, shown.join('\n'));
  expect(shown.join('\n')).toBe(readFileSync(file, 'utf8'));
});

test('every column is a member of what its operation lists', () => {
  const wrong = Object.entries(table).flatMap(([path, { operation, columns }]) => {
    const { body } = endpointOf(operation).success;
    const items = body instanceof z.ZodObject ? (body.shape['items'] as z.core.$ZodType) : undefined;
    const item = items instanceof z.ZodArray ? items.element : undefined;
    const members = item instanceof z.ZodObject ? Object.keys(item.shape) : [];
    return columns.filter((column) => !members.includes(column)).map((column) => `${path}: ${column}`);
  });
  expect(wrong).toEqual([]);
});

test('every parameter of an operation is an argument, and every argument a member of the operation', () => {
  for (const [path, { operation, args }] of Object.entries(table)) {
    const { params, query } = endpointOf(operation);
    const own = args.filter((name) => name !== 'service');
    expect({ path, args: own.filter((name) => !(name in (query?.shape ?? {}))) }).toEqual({
      path,
      args: Object.keys(params?.shape ?? {}),
    });
  }
});

test('a decision is what changes something, except what only computes', () => {
  const others = Object.entries(table).filter(
    ([, { operation, decides }]) => (endpointOf(operation).method === 'GET') === (decides === true),
  );
  expect(others.map(([path]) => path)).toEqual(['order preview', 'ledger verify']);
});

test.each(Object.entries(table))('the example of %s is understood', async (_, { example }) => {
  const args = wordsOf(example).map((word) => word.replace(/^@/, `@${join(__dirname, '../examples')}/`));
  const settings = { url: 'http://jeongsan.test', key: 'key' };
  const { exit, out, err } = await tryOut([...args, '--dry-run'], { settings });
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  expect(out).toMatch(/(GET|POST|DELETE).*http:\/\/jeongsan\.test\/api\/v1\//s);
});
