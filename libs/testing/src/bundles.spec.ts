import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const bundle = join(__dirname, '../../../apps/settlement-reconciler/dist/bundle');

test('the bundle of the reconciler writes the program of an auditor’s file as it is: it reads the folder that it stands in', () => {
  const files = readdirSync(bundle).filter((name) => name.endsWith('.js'));
  const text = files.map((name) => readFileSync(join(bundle, name), 'utf8')).join('\n');
  expect([...text.matchAll(/checkAndTell\(folderSource\(.*?\), process/g)].map(([call]) => call)).toEqual([
    'checkAndTell(folderSource(import.meta.dirname), process',
  ]);
});
