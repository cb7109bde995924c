import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerVariants } from '@jeongsan/sandbox-control';
import { explainedDifferences } from './testing/explained-differences.js';

const page = readFileSync(join(__dirname, '../../../docs/provider-answers.md'), 'utf8');

/** The rows of the table under a heading, without its head; each row as the texts of its cells. */
function rowsUnder(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('the page lists every variant of answers with its sentence', () => {
  const rows = rowsUnder('Variants of answers');
  expect(rows).toEqual(Object.entries(answerVariants).map(([name, sentence]) => [`\`${name}\``, sentence]));
});

test("the page lists every difference from the documents' objects with its reason", () => {
  const rows = rowsUnder("Differences from the documents' objects");
  const explained = Object.entries(explainedDifferences).map(([difference, reason]) => {
    const [place = '', kind = ''] = difference.split(': ');
    return [`\`${place}\``, kind, reason];
  });
  expect(rows).toEqual(explained);
});
