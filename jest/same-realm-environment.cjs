const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What Jest and its runner leave on the global object for one test file. A file that began with another's would report to it. */
const leftByJest = new Set([
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES',
  'RETRY_IMMEDIATELY',
  'WAIT_BEFORE_RETRY',
  'LOG_ERRORS_BEFORE_RETRY',
]);

/**
 * Runs a test file in the realm of its worker instead of a vm context of its own. In such a context every use of a global (`BigInt`,
 * `Map`, `Error`) is a call of a Proxy: a simulated history took half as long again as in a program. And nothing that was
 * loaded for one file could be of use to the next (see sharing-runtime.cjs). The price: what a test changes on the global object is
 * seen by the files after it, so no test changes it.
 */
module.exports = class SameRealmEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timers = { config: projectConfig, global: globalThis };
    const timerConfig = { idToRef: (id) => id, refToId: (ref) => ref };
    this.fakeTimers = new LegacyFakeTimers({ ...timers, moduleMocker: this.moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers(timers);
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions;
    // Jest replaces both for the time of a file.
    this.console = globalThis.console;
    this.exit = process.exit;
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    globalThis.console = this.console;
    process.exit = this.exit;
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (leftByJest.has(key.description)) delete globalThis[key];
    }
  }

  exportConditions() {
    return this.conditions;
  }

  /** Told to whoever asks whether this environment still stands; the code itself is compiled by sharing-runtime.cjs. */
  getVmContext() {
    return globalThis;
  }
};
