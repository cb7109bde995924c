import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const bundle = join(root, 'apps/settlement-reconciler/dist/bundle/files');
const services = readdirSync(join(root, 'apps')).filter((app) => existsSync(join(root, 'apps', app, 'dist/bundle')));

test('the bundle of the reconciler writes the program of an auditor’s file as it is: it reads the folder that it stands in', () => {
  const files = readdirSync(bundle).filter((name) => name.endsWith('.js'));
  const text = files.map((name) => readFileSync(join(bundle, name), 'utf8')).join('\n');
  expect([...text.matchAll(/checkAndTell\(folderSource\(.*?\), process/g)].map(([call]) => call)).toEqual([
    'checkAndTell(folderSource(import.meta.dirname), process',
  ]);
});

test.each(services)('%s starts with code that was compiled beforehand, and V8 takes all of it', (app) => {
  const folder = join(root, 'apps', app, 'dist/bundle');
  const files = readdirSync(join(folder, 'files'));
  const shared = files.filter((name) => /-[\w-]{8}\.js$/.test(name));
  expect(shared.length).toBeGreaterThan(2);
  expect(shared.filter((name) => !files.includes(`${name}.code`))).toEqual([]);
  // Options in the environment would be other flags of V8's.
  const program = `const load = require('./load.cjs'); load('files/app.module.js'); process.stdout.write(JSON.stringify(load.refused()));`;
  const refused = execFileSync(process.execPath, ['-e', `${program} process.exit()`], {
    cwd: folder,
    env: {},
    encoding: 'utf8',
  });
  expect(JSON.parse(refused)).toEqual([]);
});
