import {expect, test} from 'vitest';
import {commandsDoc} from '../../scripts/commands-doc.ts';
import {createProgram} from '../../src/headless/create-program.ts';

test('docs/COMMANDS.md matches the commands', async () => {
  const program = await createProgram({} as never);
  await expect(commandsDoc(program)).toMatchFileSnapshot('../../../../docs/COMMANDS.md');
});
