// What this repository is made of, and whether anything in it is known to be unsafe.
// `node tools/dependencies.mjs bill [FOLDER]` writes sbom.cdx.json (CycloneDX) and licences.md of all production dependencies (to
// .local/bill unless told otherwise), and fails on a licence that is not allowed. `... audit` asks npm's advisories, and fails on a high one.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Licences that ask for no more than their notice. An OFL font may be embedded in a document. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);
const AUDIT_TIMEOUT_MS = 60_000;

const [command, folder = join(root, '.local/bill')] = process.argv.slice(2);
const commands = { bill, audit };
const run = Object.hasOwn(commands, command ?? '') ? commands[command] : undefined;
if (run === undefined) {
  console.error('node tools/dependencies.mjs bill [FOLDER] | audit');
  process.exit(2);
}
process.exitCode = run();

function npm(...args) {
  const { npm_execpath: path } = process.env;
  const [program, ...first] = path?.endsWith('.js') ? [process.execPath, path] : ['npm'];
  return spawnSync(program, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: AUDIT_TIMEOUT_MS,
  });
}

function bill() {
  const { status, stdout, stderr } = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  if (status !== 0) {
    console.error(`npm sbom failed:\n${stderr}`);
    return 1;
  }
  const whole = ofProduction(JSON.parse(stdout));
  const components = whole.components
    .map((component) => ({ ...component, name: fullName(component) }))
    .filter(({ name }) => !name.startsWith('@jeongsan/'));
  const rows = components.map((component) => ({ ...component, licence: licenceOf(component) }));
  rows.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(whole, null, 2)}\n`);
  const table = rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  writeFileSync(
    join(folder, 'licences.md'),
    ['| package | version | licence |', '| --- | --- | --- |', ...table, ''].join('\n'),
  );
  const refused = rows.filter(({ licence }) => !isAllowed(licence));
  for (const { name, version, licence } of refused)
    console.error(`${name}@${version}: ${licence} is not an allowed licence`);
  console.log(
    `${rows.length} production dependencies, ${refused.length} with a licence that is not allowed: ${folder}`,
  );
  return refused.length > 0 ? 1 : 0;
}

/** What production needs. npm's own `--omit dev` also leaves out what a development dependency needs besides. */
function ofProduction(whole) {
  const isDevelopment = ({ name }) => name === 'cdx:npm:package:development';
  const components = whole.components.filter(({ properties = [] }) => !properties.some(isDevelopment));
  const kept = new Set([whole.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = whole.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
  return { ...whole, components, dependencies };
}

/** With its scope, which npm leaves out of a component's `name`: `@nestjs/common@12.5.1` is its reference. */
function fullName({ 'bom-ref': reference }) {
  return reference.slice(0, reference.lastIndexOf('@'));
}

/** As npm tells it, or as the package itself does: in the form of before 2014, or by the text of its licence alone. */
function licenceOf({ name, licenses = [] }) {
  const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).filter(Boolean);
  return named.join(' AND ') || oldForm(name).join(' OR ') || byText(name);
}

function file(name, path) {
  try {
    return readFileSync(join(root, 'node_modules', name, path), 'utf8');
  } catch {
    return undefined;
  }
}

function oldForm(name) {
  const { license, licenses = [] } = JSON.parse(file(name, 'package.json') ?? '{}');
  return [license?.type ?? license, ...licenses.map(({ type }) => type)].filter(Boolean);
}

function byText(name) {
  return /^MIT License\s/.test(file(name, 'LICENSE') ?? '') ? 'MIT' : 'none';
}

/** An expression of SPDX: every part of an AND, one of an OR. */
function isAllowed(licence) {
  const parts = licence.replaceAll(/[()]/g, '').split(' AND ');
  return parts.every((part) => part.split(' OR ').some((one) => allowed.has(one.trim())));
}

/** Ends with the counts that .ci/run adds up. What could not be asked is neither passed nor failed. */
function audit() {
  const { stdout } = npm('audit', '--omit', 'dev', '--json');
  const found = report(stdout)?.metadata?.vulnerabilities;
  if (found === undefined) {
    console.log('dependencies: audit source not reachable: not checked\n0 passed, 0 failed, 0 skipped');
    return 0;
  }
  const severe = (found.high ?? 0) + (found.critical ?? 0);
  console.log(`dependencies: ${found.total} advisories on production dependencies, ${severe} of them high or critical`);
  if (severe > 0) console.log('See `npm audit --omit dev`');
  console.log(severe > 0 ? '0 passed, 1 failed, 0 skipped' : '1 passed, 0 failed, 0 skipped');
  return severe > 0 ? 1 : 0;
}

function report(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
