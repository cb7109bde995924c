const { appendFileSync } = require('node:fs');
const { relative } = require('node:path');

/**
 * Appends what began and ended to the file that tools/stack/src/run-jest.ts reads. Written at once: a spec file that stands still in this
 * process lets nothing else run.
 */
module.exports = class ProgressReporter {
  #tell(event, { path }) {
    const file = process.env.JEONGSAN_TEST_PROGRESS;
    if (file) appendFileSync(file, `${event}\t${relative(process.cwd(), path)}\n`);
  }

  onTestFileStart(test) {
    this.#tell('start', test);
  }

  onTestCaseResult(test) {
    this.#tell('case', test);
  }

  onTestFileResult(test) {
    this.#tell('end', test);
  }

  getLastError() {}
};
