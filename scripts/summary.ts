import {globSync, readFileSync} from 'node:fs';
import {relative} from 'node:path';

/** Prints the failed tests of the JSON reports and those that passed on retry. Exits with 1 if a test failed. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}
interface TestResult {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

const MAX_MESSAGE_LINES = 30;
const print = (word: string, file: string, {fullName, failureMessages}: TestResult): void => {
  const lines = failureMessages.flatMap(message => message.split('\n')).slice(0, MAX_MESSAGE_LINES);
  process.stdout.write([`${word}: ${file}: ${fullName}`, ...lines.map(line => `    ${line}`), ''].join('\n'));
};

const files = globSync(['reports/*.json', '{apps,packages}/*/reports/*.json']);
const reports = files.map(file => JSON.parse(readFileSync(file, 'utf8')) as Report);
const sum = (of: (report: Report) => number): number => reports.reduce((total, report) => total + of(report), 0);
const passed = sum(report => report.numPassedTests);
const failed = sum(report => report.numFailedTests);
const skipped = sum(report => report.numPendingTests);
// A test file that could not be loaded has a failed report without failed tests.
const broken = reports.filter(report => !report.success && report.numFailedTests === 0).length;

for (const {name, status, message, assertionResults} of reports.flatMap(report => report.testResults)) {
  const file = relative('.', name);
  const failures = assertionResults.filter(test => test.status === 'failed');
  if (status === 'failed' && failures.length === 0)
    failures.push({fullName: 'the file could not be loaded', status, failureMessages: [message]});
  for (const test of failures) print('failed', file, test);
  for (const test of assertionResults)
    if (test.status === 'passed' && test.failureMessages.length > 0) print('passed on retry', file, test);
}
process.stdout.write(`${passed} passed, ${failed + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = passed > 0 && failed + broken === 0 ? 0 : 1;
