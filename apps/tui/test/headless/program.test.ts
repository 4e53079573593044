import {expect, test} from 'vitest';
import {isCommand, usage} from '../../src/cli/args.ts';
import {createProgram} from '../../src/headless/program.ts';

const nouns = createProgram(() => ({}) as never).commands.map(command => command.name());

test('every noun is a command, and --help of the console names it', () => {
  for (const noun of nouns) {
    expect(isCommand([noun]), noun).toBe(true);
    expect(isCommand(['--url', 'https://e', '--quiet', '--errors', 'json', noun, 'x', '--y']), noun).toBe(true);
    expect(usage([], text => text)).toMatch(new RegExp(`[ |]${noun}[ |]`));
  }
});

test.each([[], ['demo'], ['--url', 'logs'], ['token']])('%j is no command', (...argv) => {
  expect(isCommand(argv)).toBe(false);
});
