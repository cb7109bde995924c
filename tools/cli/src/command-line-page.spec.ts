import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryOut } from './testing/try-out.js';
import { wordsOf } from './testing/words-of.js';

const page = readFileSync(join(__dirname, '../../../docs/command-line.md'), 'utf8');
const examples = join(__dirname, '../examples');
const OWN_SETTINGS = /^(context|login|completion|clock)/;

const shown = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => line.startsWith('jeongsan '))
  .map((line) => line.replace(/^jeongsan /, '').replace(/ +(#|>|<) .*$/, ''));

test('the page has commands', () => {
  expect(shown.length).toBeGreaterThan(30);
});

test.each(shown.filter((command) => !OWN_SETTINGS.test(command)))(
  'docs/command-line.md: jeongsan %s',
  async (command) => {
    const args = wordsOf(command)
      .map((word) => word.replace(/^@/, `@${examples}/`).replace(/^breaks\.csv$/, join(examples, 'order.json')))
      .filter((word, at, all) => word !== '--context' && all[at - 1] !== '--context');
    const settings = { url: 'http://jeongsan.test', key: 'key' };
    const { exit, err } = await tryOut([...args, '--dry-run'], { settings });
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
  },
);
