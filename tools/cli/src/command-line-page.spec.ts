import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryOut } from './testing/try-out.js';
import { wordsOf } from './testing/words-of.js';

const pages = ['command-line.md', 'operations/alerts.md'];
const examples = join(__dirname, '../examples');
const OWN_SETTINGS = /^(context|login|completion|clock)/;

const commandsOf = (page: string): string[] =>
  [...readFileSync(join(__dirname, '../../../docs', page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => line.startsWith('jeongsan '))
    .map((line) => line.replace(/^jeongsan /, '').replace(/ +(#|>|<) .*$/, ''));
const shown = pages.flatMap((page) => [...new Set(commandsOf(page))].map((command) => [page, command] as const));

test.each(pages)('docs/%s has commands', (page) => {
  expect(commandsOf(page).length).toBeGreaterThan(30);
});

test.each(shown.filter(([, command]) => !OWN_SETTINGS.test(command)))('docs/%s: jeongsan %s', async (_, command) => {
  const args = wordsOf(command)
    .map((word) => word.replace(/^@/, `@${examples}/`).replace(/^breaks\.csv$/, join(examples, 'order.json')))
    .filter((word, at, all) => word !== '--context' && all[at - 1] !== '--context');
  const settings = { url: 'http://jeongsan.test', key: 'key' };
  const { exit, err } = await tryOut([...args, '--dry-run'], { settings });
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
});
