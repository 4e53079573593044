import {readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {sharedFolder} from '../../test/support/folder.ts';
import {openPreferences} from './preferences-file.ts';

const folder = sharedFolder('preferences');

test.each(['/dev/null/state', '/proc/state'])(
  'the first change to preferences in the unwritable folder %s is rejected, later changes stay in memory',
  async state => {
    const preferences = openPreferences({XDG_STATE_HOME: state});
    const change = (profile: string, value: number) =>
      preferences(profile).change('list', saved => [...((saved as []) ?? []), value]);
    await expect(change('a', 1)).rejects.toMatchObject({
      name: 'Refused',
      message: `Cannot write ${state}/edge-console/saved.json: there is no such folder.`,
      hint: 'Try again to save it until the console ends.',
    });
    await change('a', 1);
    await change('b', 2);
    await change('a', 3);
    expect(await preferences('a').read('list')).toEqual([1, 3]);
    expect(await preferences('b').read('list')).toEqual([2]);
  },
);

test('saving preferences does not write through a symbolic link at the temporary file', async () => {
  const preferences = openPreferences({XDG_STATE_HOME: folder})('a');
  await preferences.change('one', () => 1);
  const other = join(folder, 'other');
  writeFileSync(other, 'mine');
  symlinkSync(other, join(folder, 'edge-console', 'saved.json.new'));
  await preferences.change('one', () => 2);
  expect(await readFile(other, 'utf8')).toBe('mine');
  expect(await preferences.read('one')).toBe(2);
  expect(readdirSync(join(folder, 'edge-console'))).toEqual(['saved.json']);
});

test('changes of one process are saved in the order in which they were made', async () => {
  const preferences = openPreferences({XDG_STATE_HOME: folder})('order');
  const letters = [...'abcdefgh'];
  await Promise.all(letters.map(each => preferences.change('text', before => `${before ?? ''}${each}`)));
  expect(await preferences.read('text')).toBe(letters.join(''));
});
