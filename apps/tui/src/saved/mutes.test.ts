import {existsSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createMiner} from '@edge-console/patterns';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../test/support/folder.ts';
import {clientEntry} from '../../test/support/log-client.ts';
import {memoryPreferences} from '../core/preferences.ts';
import {addMute, configMutes, createMutes, type Mute, readMutes, removeMute} from './mutes.ts';
import {openPreferences} from './preferences-file.ts';

const mute = (template: string, until: number | null = null): Mute => ({template, reason: 'known', until});

test('a mute ends at its end time, is replaced by a newer mute of the same pattern, and can be removed', async () => {
  const preferences = memoryPreferences()('p');
  await addMute(preferences, mute('a', 100), 0);
  await addMute(preferences, mute('b'), 0);
  await addMute(preferences, {...mute('b'), reason: 'other'}, 0);
  expect((await readMutes(preferences, 99)).map(({template, reason}) => [template, reason])).toEqual([
    ['a', 'known'],
    ['b', 'other'],
  ]);
  expect(await readMutes(preferences, 100)).toEqual([{...mute('b'), reason: 'other'}]);
  await removeMute(preferences, 'b', 100);
  expect(await preferences.read('mutes')).toEqual([]);
});

test('a mute matches only the lines of its pattern', () => {
  const lines = [
    '2026/11/20 12:00:03 [error] 31#31: *7 connect() failed (111: Connection refused) while connecting to upstream, client: 10.0.7.9',
    '2026/11/20 12:00:04 [error] 31#31: *8 connect() failed (113: No route to host) while connecting to upstream, client: 10.0.7.9',
    'closed',
    'the connection was closed by (a) peer [7]',
    '[lua] auth.lua:88: f(): failed\nstack traceback:\n\tauth.lua:88: in f',
  ];
  const miner = createMiner();
  for (const line of lines) miner.add(line);
  for (const {template, id} of miner.patterns()) {
    const mutes = createMutes([mute(template)]);
    const muted = lines.map(line => mutes.ofEntry(clientEntry(1, {log: line})) !== undefined);
    expect(muted).toEqual(lines.map(line => miner.match(line) === id));
  }
  const {ofTemplate} = createMutes([mute('user <*> left')]);
  expect(['user <*> left', 'user 7 left'].map(text => ofTemplate(text)?.reason)).toEqual(['known', 'known']);
  expect(['user <*> <*>', 'a user <*> left', 'user <*> left home'].map(ofTemplate)).toEqual(Array(3).fill(undefined));
});

// A regular expression that backtracks would take hours for this line.
test('a mute matches a hostile line in linear time', () => {
  const {ofEntry} = createMutes([mute('a <*> b <*> c <*> d <*> e <*> f')]);
  expect(ofEntry(clientEntry(1, {log: `a ${'b c d e '.repeat(370)}`}))).toBeUndefined();
});

test('mutes are saved by profile in a private file, and concurrent changes are all saved', async () => {
  const folder = temporaryFolder('saved');
  const preferences = openPreferences({XDG_STATE_HOME: folder});
  await Promise.all(['a', 'b', 'c', 'd'].map(name => addMute(preferences('one'), mute(name), 0)));
  await addMute(preferences('__proto__'), mute('x'), 0);
  expect((await readMutes(preferences('one'), 0)).map(({template}) => template).toSorted()).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(await readMutes(preferences('two'), 0)).toEqual([]);
  const path = join(folder, 'edge-console', 'saved.json');
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(existsSync(`${path}.lock`)).toBe(false);
  writeFileSync(path, '{"profiles": {"one": {"mutes": [7, {"template": "y", "reason": "", "until": null}]}}}');
  expect((await readMutes(preferences('one'), 0)).map(({template}) => template)).toEqual(['y']);
  writeFileSync(path, '{');
  await expect(readMutes(preferences('one'), 0)).rejects.toThrow('is damaged');
});

test('a message in the config can be muted until a date or forever', () => {
  const messages = [
    {id: 'a', template: 'user <*> left', meaning: 'm', mute: true},
    {id: 'b', regex: 'zone "(otp|sms)"', meaning: 'm', mute: '2027-01-31T00:00:00Z'},
    {id: 'c', template: 'never <*>', meaning: 'm', mute: false},
  ];
  const end = Date.parse('2027-01-31T00:00:00Z');
  const before = createMutes(configMutes(messages, end - 1));
  expect(before.all.map(({reason, until}) => [reason, until])).toEqual([
    ['message a of the config', null],
    ['message b of the config', end],
  ]);
  expect(before.ofTemplate('limiting connections by zone "otp"')?.reason).toBe('message b of the config');
  expect(before.ofTemplate('/zone "(otp|sms)"/')?.reason).toBe('message b of the config');
  expect(before.ofTemplate('never <*>')).toBeUndefined();
  expect(configMutes(messages, end).map(({template}) => template)).toEqual(['user <*> left']);
});
