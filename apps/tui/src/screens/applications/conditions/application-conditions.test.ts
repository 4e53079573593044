import {expect, test} from 'vitest';
import {conditionProblem} from './application-conditions.ts';

test.each([
  ['state:bogus', 'state:bogus: Allowed choices are online, offline, stale, gone.'],
  ['state:Online', 'state:Online: Did you mean online? Allowed choices are online, offline, stale, gone.'],
  ['change:gon', 'change:gon: Did you mean gone? Allowed choices are new, gone, changed, state, version, processes.'],
])('the condition %s is refused with the possible values', (text, problem) => {
  expect(conditionProblem({verb: 'drop', text})).toBe(problem);
});

test.each(['state:online', 'state:stale', 'change:new', 'change:processes', 'name:bogus'])(
  'the condition %s is accepted',
  text => {
    expect(conditionProblem({verb: 'keep', text})).toBeUndefined();
  },
);
