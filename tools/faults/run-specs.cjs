const { runCLI } = require('jest');

/**
 * Runs the specs of each configuration that it is sent, and answers with their results. One process for many: loading what all
 * specs share takes longer than most of them.
 */
process.on('message', (request) => {
  run(request).then(
    (testResults) => process.send({ testResults }),
    (error) => process.send({ broken: String(error?.stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit());

async function run({ rootDir, config, testNamePattern, testTimeout }) {
  const asked = { runInBand: true, ci: true, silent: true, reporters: [], _: [], $0: '' };
  const { results } = await runCLI({ ...asked, config, testNamePattern, testTimeout }, [rootDir]);
  return results.testResults.map(({ testFilePath, failureMessage, testResults }) => ({
    name: testFilePath,
    message: failureMessage ?? '',
    tests: testResults.map(({ status, title, fullName }) => ({ status, title, fullName })),
  }));
}
