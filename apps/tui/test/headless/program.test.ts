import {expect, test} from 'vitest';
import {nounOf, usage} from '../../src/cli/args.ts';
import {NOUNS} from '../../src/cli/nouns.ts';
import {createProgram} from '../../src/headless/create-program.ts';

const program = await createProgram({} as never);

test('each noun, such as `logs`, is a command of the program, and edge-console --help lists it', () => {
  expect(program.commands.map(command => command.name())).toEqual(NOUNS);
  for (const noun of NOUNS) {
    expect(nounOf([noun])).toBe(noun);
    expect(nounOf(['--url', 'https://e', '--quiet', '--errors', 'json', noun, 'x', '--y'])).toBe(noun);
    if (noun !== 'complete') expect(usage([], text => text)).toMatch(new RegExp(`NOUN: .*\\b${noun}\\b`));
  }
});

test.each([[], ['demo'], ['--url', 'logs'], ['token']])(
  'nounOf finds no noun, such as `logs`, in a command line that begins with %j',
  (...argv) => {
    expect(nounOf(argv)).toBeUndefined();
  },
);
