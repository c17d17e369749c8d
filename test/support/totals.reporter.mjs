/** Ends a run with one line for machines: a file that could not even load counts as a failure. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    // Jest writes its own summary after the last reporter.
    process.once('exit', () => process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed\n`));
  }
}
