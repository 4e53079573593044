import {globSync, readFileSync} from 'node:fs';
import {relative} from 'node:path';

/** Prints the failed tests of the JSON reports that the test runs left, and a line of totals; exits with 1 when there is none or one failed. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {readonly fullName: string; readonly status: string}[];
  }[];
}

const files = globSync(['reports/*.json', '{apps,packages}/*/reports/*.json']);
const reports = files.map(file => JSON.parse(readFileSync(file, 'utf8')) as Report);
const sum = (of: (report: Report) => number): number => reports.reduce((total, report) => total + of(report), 0);
const passed = sum(report => report.numPassedTests);
const failed = sum(report => report.numFailedTests);
const skipped = sum(report => report.numPendingTests);
// A file that could not even be loaded fails without a failed test.
const broken = reports.filter(report => !report.success && report.numFailedTests === 0).length;

for (const {name, status, assertionResults} of reports.flatMap(report => report.testResults)) {
  const file = relative('.', name);
  const names = assertionResults.filter(test => test.status === 'failed').map(test => test.fullName);
  if (status === 'failed' && names.length === 0) names.push('the file could not be loaded');
  for (const test of names) process.stdout.write(`failed: ${file}: ${test}\n`);
}
process.stdout.write(`${passed} passed, ${failed + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = passed > 0 && failed + broken === 0 ? 0 : 1;
