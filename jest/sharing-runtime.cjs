const { AsyncLocalStorage } = require('node:async_hooks');
const { createRequire } = require('node:module');
const { sep } = require('node:path');
const { isModuleNamespaceObject } = require('node:util/types');
const { compileFunction } = require('node:vm');
const Runtime = require('jest-runtime').default;

const PACKAGES = `${sep}node_modules${sep}`;
/** Seen from a package, Node does not announce that it can `require` an ESM package: every Node we support can. */
const load = createRequire(require.resolve('jest-runtime'));

/** Holds the first app's logger for good: evaluated for every file, like ours. */
const perFile = new Set(['nestjs-pino']);

/** What was compiled in this worker, by file: test files share the code of a module, each evaluates it for itself. */
const compiled = new Map();
/** The same, before it is compiled, by what compiles it: a planted fault is part of that. */
const transformed = new Map();
const packages = new Map();

/** The storages of asynchronous contexts that the test file has used. */
const storages = new Set();
for (const name of ['run', 'enterWith']) {
  const use = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...args) {
    storages.add(this);
    return use.apply(this, args);
  };
}

/**
 * Node hands the content of every storage in use to every promise. Each test file brings storages of its own, and none ends its use: with
 * those of a hundred files a promise cost as much as a hundred.
 */
function endStorages() {
  for (const storage of storages) storage.disable();
  storages.clear();
}

/**
 * Loads what is ours for every test file anew, as Jest does, and packages once per worker, by Node itself and as the services load
 * them. Most of a test file's time went into evaluating the same packages (Nest, TypeORM, BullMQ) and compiling the same modules.
 */
module.exports = class SharingRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor, transformCache } = this;
    executor.compile = (source, filename) => compileOnce(source, filename, executor.injectedModuleParameters);
    const [config, , , , , , , globalConfig] = args;
    if (globalConfig.watch || globalConfig.watchAll) return;
    transformCache.transform = transformOnce(transformCache, JSON.stringify(config.transform));
  }

  /** The file of a package that Node would import; undefined for what is ours, and for what is part of Node. */
  packageFile(from, moduleName) {
    if (!/^[^./]/.test(moduleName ?? '') || perFile.has(moduleName)) return undefined;
    if (this._resolution.isCoreModule(moduleName)) return undefined;
    const file = this._resolution.resolveEsm(from, moduleName);
    return file.includes(PACKAGES) ? file : undefined;
  }

  requireModule(from, moduleName, options, isRequireActual) {
    const file = options?.isInternalModule ? undefined : this.packageFile(from, moduleName);
    if (file !== undefined) return loadOnce(file);
    return super.requireModule(from, moduleName, options, isRequireActual);
  }

  teardown() {
    super.teardown();
    endStorages();
    // Nest would log the next file's lines with the logger of this file's last app.
    for (const { Logger, ConsoleLogger } of packages.values()) {
      if (Logger?.overrideLogger && ConsoleLogger) Logger.overrideLogger(new ConsoleLogger());
    }
  }
};
module.exports.default = module.exports;

function loadOnce(file) {
  let known = packages.get(file);
  if (known === undefined) {
    const exported = load(file);
    // What our compiled modules take for an ES module; Node itself says so only of those that have a default export.
    const isMarked = !isModuleNamespaceObject(exported) || '__esModule' in exported;
    known = isMarked ? exported : Object.defineProperty({ ...exported }, '__esModule', { value: true });
    packages.set(file, known);
  }
  return known;
}

function compileOnce(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.run;
  const run = compileFunction(source, parameters, { filename });
  compiled.set(filename, { source, run });
  return run;
}

function transformOnce(cache, by) {
  const transform = cache.transform.bind(cache);
  if (!transformed.has(by)) transformed.set(by, new Map());
  const files = transformed.get(by);
  return (filename, options) => {
    let known = files.get(filename);
    if (known === undefined) {
      const code = transform(filename, options);
      known = { code, sourceMap: cache.getSourceMaps().get(filename) };
      files.set(filename, known);
    }
    if (known.sourceMap !== undefined) cache.getSourceMaps().set(filename, known.sourceMap);
    return known.code;
  };
}
