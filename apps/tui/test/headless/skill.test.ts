import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {callables} from '../../scripts/commands-doc.ts';
import {skillText} from '../../scripts/skill.ts';
import {createProgram} from '../../src/headless/create-program.ts';

const root = join(import.meta.dirname, '../../../..');
const program = await createProgram({} as never);

test('SKILL.md matches the commands', async () => {
  await expect(skillText(program)).toMatchFileSnapshot('../../SKILL.md');
});

test('SKILL.md names only commands and options that exist, and all that change tokens', () => {
  const text = skillText(program);
  const commands = callables(program);
  const used = [...text.matchAll(/^(?:- `)?edge-console (.*)/gm)].map(([, words = '']) => words);
  expect(used.length).toBeGreaterThan(20);
  for (const line of used) {
    const command = commands.find(({words}) => line.startsWith(words));
    expect(command, line).toBeDefined();
    const options = command?.verb.options.map(({long}) => long) ?? [];
    for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(options, line).toContain(option);
  }
  const changing = text.slice(text.indexOf('## Commands that change'));
  for (const verb of ['create', 'delete', 'rotate', 'edit'])
    expect(changing).toContain(`\`edge-console tokens ${verb}\``);
});

test('docs/llms.txt lists every document, with a link that resolves', () => {
  const text = readFileSync(join(root, 'docs/llms.txt'), 'utf8');
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  for (const link of links) expect(readFileSync(join(root, 'docs', link), 'utf8').length, link).toBeGreaterThan(0);
  const documents = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'));
  expect(links).toEqual(expect.arrayContaining(documents));
});
