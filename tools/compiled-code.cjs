/**
 * Loads the files of a bundle with what V8 compiled of them when the bundle was made: two fifths of the time of a start is
 * compiling. V8 refuses code of another version, or of other flags, and compiles the file again. `node load.cjs FILE...` loads
 * files of its folder, and keeps their compiled code beside them (tools/bundle-services.mjs, docs/decisions/0077).
 */
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

/** The modules of the bundle, and the scripts that they were made from, by path. */
const modules = new Map();
const scripts = new Map();

function load(path) {
  const known = modules.get(path);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  modules.set(path, module);
  // The bundler writes letters of ASCII only, which take one byte each.
  const names = 'exports, require, module, __filename, __dirname, __importLate';
  const source = `(function (${names}) {${readFileSync(path, 'latin1')}\n})`;
  const script = new Script(source, { filename: path, cachedData: compiledCodeOf(path) });
  scripts.set(path, script);
  const folder = dirname(path);
  const packages = createRequire(path);
  const any = Object.assign((id) => (id.startsWith('./') ? load(join(folder, id)) : packages(id)), packages);
  script.runInThisContext()(module.exports, any, module, path, folder, (id) => import(id));
  return module.exports;
}

const codeFileOf = (path) => `${path}.code`;

function compiledCodeOf(path) {
  try {
    return readFileSync(codeFileOf(path));
  } catch {
    return undefined;
  }
}

module.exports = (file) => load(join(__dirname, file));
/** Files whose compiled code V8 refused. */
module.exports.refused = () =>
  [...scripts].flatMap(([path, { cachedDataRejected }]) => (cachedDataRejected ? path : []));

if (require.main === module) {
  for (const file of process.argv.slice(2)) load(join(__dirname, file));
  for (const [path, script] of scripts) writeFileSync(codeFileOf(path), script.createCachedData());
  // What a module began while it was loaded is not waited for.
  process.exit();
}
