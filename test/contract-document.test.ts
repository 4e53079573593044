import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {
  applicationSent,
  contract,
  createdApiTokenSent,
  errorLogEntrySent,
  LEVELS,
  loginResultSent,
  NODE_TYPES,
} from '../packages/schema/src/index.ts';

const document = readFileSync(new URL('../docs/contract.md', import.meta.url), 'utf8');

/** Returns the rows of the first table in a section, without the header row and without backquotes. */
const tableOf = (heading: string): string[][] => {
  const section = document.split(/^#+ /m).find(text => text.startsWith(`${heading}\n`)) ?? '';
  const [, ...rows] =
    /(?:^\|.*\n)+/m
      .exec(section)?.[0]
      .trim()
      .split('\n')
      .filter(row => !/^\|[ -]*-/.test(row)) ?? [];
  return rows.map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim().replaceAll('`', '')),
  );
};
const columnOf = (heading: string, column: number): string[] => tableOf(heading).map(row => row[column] ?? '');

describe('docs/contract.md', () => {
  it.each([
    ['API token', createdApiTokenSent],
    ['Login result', loginResultSent],
    ['Error log entry', errorLogEntrySent],
    ['Application', applicationSent],
  ])('docs/contract.md and the schema have the same fields for %s', (heading, schema) => {
    expect(columnOf(heading, 0).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it.each([
    ['Login', contract.login.body, []],
    // `start_time` and `end_time` are no part of the contract (docs/field-facts.md#9).
    ['Error logs', contract.listErrorLogs.query, ['start_time', 'end_time']],
    ['Agent applications', contract.listApplications.query, []],
  ])('docs/contract.md and the schema have the same request fields for %s', (heading, schema, extensions) => {
    expect([...columnOf(heading, 0), ...extensions].toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it('docs/contract.md and the schema have the same names of levels and node types', () => {
    expect(columnOf('Level values', 1)).toEqual(LEVELS);
    expect(columnOf('Node types', 1)).toEqual(NODE_TYPES);
  });

  it('docs/contract.md and the schema have the same operations', () => {
    const tokens = columnOf('API tokens', 1);
    const others = ['Login', 'Error logs', 'Agent applications'].map(
      heading => new RegExp(`### ${heading}\\n\\n.*?\`([A-Z]+ [^\`]+)\``, 's').exec(document)?.[1],
    );
    // Excludes logout, to which the contract gives no method, and the agent list, which is no part of the contract.
    const {logout: _, listAgents: __, ...rows} = contract;
    const expected = Object.values(rows).map(({method, path}) => `${method} ${path}`);
    expect([...tokens, ...others].toSorted()).toEqual(expected.toSorted());
  });
});
