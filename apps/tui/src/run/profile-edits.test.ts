import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../test/support/folder.ts';
import {createProfileEdits} from './profile-edits.ts';

test('a profile may have the name of an inherited property, but no comma', async () => {
  const path = join(temporaryFolder('profile-edits'), 'config.json');
  const edits = createProfileEdits({path, config: () => ({}), changed: async () => undefined});
  const add = (name: string) => edits.save(name, {url: 'https://edge.example.com'}, 'new');
  expect(edits.valuesOf('toString').url).toBe('');
  await expect(add('__proto__')).rejects.toThrow('name: must not be __proto__.');
  await expect(add('')).rejects.toThrow('name: must not be empty.');
  await expect(add('x,y')).rejects.toThrow('name: must have no comma');
  expect(existsSync(path)).toBe(false);
  await add('constructor');
  expect(JSON.parse(readFileSync(path, 'utf8')).profiles).toEqual({constructor: {url: 'https://edge.example.com'}});
  await expect(add('constructor')).rejects.toThrow('name: is the name of another profile.');
});

test('agents are saved without spaces and empty items, and an empty list is not saved', async () => {
  const path = join(temporaryFolder('profile-edits'), 'config.json');
  const edits = createProfileEdits({path, config: () => ({}), changed: async () => undefined});
  for (const [name, agents] of [
    ['one', ' 3 , 1,,'],
    ['two', ' , '],
  ] as const)
    await edits.save(name, {url: 'https://edge.example.com', agents}, 'new');
  const invalid = edits.save('three', {url: 'https://edge.example.com', agents: '1,,x'}, 'new');
  await expect(invalid).rejects.toMatchObject({problems: {agents: 'must be agent ids with commas'}});
  expect(JSON.parse(readFileSync(path, 'utf8')).profiles).toEqual({
    one: {url: 'https://edge.example.com', defaults: {applications: {agent: '3,1'}}},
    two: {url: 'https://edge.example.com'},
  });
});

test('a profile is not saved in an invalid file, and the message names file, line and column', async () => {
  const path = join(temporaryFolder('profile-edits'), 'config.json');
  const edits = createProfileEdits({path, config: () => ({}), changed: async () => undefined});
  const save = () => edits.save('one', {url: 'https://edge.example.com'}, 'new');
  writeFileSync(path, '{\n  "ascii": true\n  "keys": {}\n}\n');
  await expect(save()).rejects.toThrow(/^config\.json:3:3: this is not JSON: a comma is missing before this\.$/);
  writeFileSync(path, '{"profiles": {"one": {"url": 7}}}');
  await expect(save()).rejects.toThrow('config.json:1:30: profiles.one.url: expected a text');
});
