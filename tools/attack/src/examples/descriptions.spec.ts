import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptionsFile, descriptionsOf } from '@jeongsan/platform-contract/reference';
import { isGoldenUpdate } from '@jeongsan/testing';
import { readComments } from './read-comments.js';

const root = join(__dirname, '../../../..');
const contracts = join(root, 'libs/platform-contract/src/index.ts');
const comments = readComments(join(root, 'tsconfig.json'), contracts, ['operationsContract', 'services']);

test('the descriptions are the comments of the contracts (UPDATE_GOLDEN=1 rewrites the file)', () => {
  const written = `${JSON.stringify(comments, null, 2)}\n`;
  if (isGoldenUpdate()) writeFileSync(descriptionsFile, written);
  expect(readFileSync(descriptionsFile, 'utf8')).toBe(written);
});

// prettier-ignore
test.each([
  ['a member of an item of a list',           'listRuns',    'answer.items[].cutoff'],
  ['a member that another schema took over',  'getRun',      'answer.contentHash'],
  ['a member below a member that may be null', 'getRun',     'answer.cover.shortBy'],
])('%s has its comment', (_, operation, place) => {
  expect(descriptionsOf(operation)[place]).toEqual(expect.any(String));
});
