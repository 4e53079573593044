import {describe, expect, test} from 'vitest';
import {serverProblem} from './start-test-server.ts';

describe('serverProblem:', () => {
  test.each([
    ['not installed', undefined, '24.21.0', /not installed; add it to the devDependencies/],
    ['an older line of Node', '>=24.15', '22.18.0', /need Node >=24\.15 and this is Node 22\.18\.0/],
    ['an older version of the line', '>=24.15', '24.9.1', /newer/],
    ['the required version', '>=24.15', '24.15.0', undefined],
    ['a newer line', '>=24.15', '26.0.0', undefined],
    ['a server without engines', '', '22.18.0', undefined],
  ])('%s', (_, engine, node, problem) => {
    if (problem) expect(serverProblem(engine, node)).toMatch(problem);
    else expect(serverProblem(engine, node)).toBeUndefined();
  });
});
