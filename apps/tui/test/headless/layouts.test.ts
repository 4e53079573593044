import {readFileSync, writeFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {parseConfig} from '../../src/cli/config/config-file.ts';
import {preferencesOfUrl} from '../../src/core/preferences.ts';
import {openCredentialStore} from '../../src/credentials/open-store.ts';
import {readRecentAgents, saveAgent} from '../../src/saved/agent-preferences.ts';
import {readSnapshots} from '../../src/saved/application-snapshots.ts';
import {readBookmarks, saveBookmark} from '../../src/saved/bookmarks.ts';
import {readDisplay} from '../../src/saved/display-preferences.ts';
import {openPreferences} from '../../src/saved/preferences-file.ts';
import {readViews} from '../../src/saved/views.ts';
import {commandLayers} from '../../src/screens/registry.ts';
import {application} from '../support/application.ts';
import {API_TOKEN, sharedGateway} from '../support/gateway.ts';
import {placeFiles, RELEASES, type Release} from '../support/layouts.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {startProgram} from '../support/program.ts';
import {rowsOf, run} from './run-headless.ts';

const gateway = sharedGateway(() => ({
  seed: {
    agents: [1, 2].map(id => ({id, name: `edge-${id}`, applications: [application(11, 'gateway')]})),
    error_logs: [
      ...Array.from({length: 60}, (_, at) =>
        logEntry(`upstream timed out after ${at} s`, {log_time: NEWEST - 90 + at}),
      ),
      ...Array.from({length: 10}, (_, at) =>
        logEntry(`worker process ${at} exited`, {log_time: NEWEST - 20 + at, level: 3}),
      ),
    ],
  },
}));

const setup = (release: Release) => {
  const {url} = gateway();
  const files = placeFiles(release, url);
  const config = files.at('config.json');
  return {
    ...{...files, url, config, preferences: openPreferences(files.env)('prod')},
    /** Runs a command with the credentials in the files. */
    run: (args: readonly string[], more: Parameters<typeof run>[1] = {}) =>
      run([...args, '--config', config], {env: files.env, ...more}),
  };
};

describe.each(RELEASES)('files of the release %s', release => {
  test('the console reads every field of the config of an earlier release', async () => {
    const {config} = setup(release);
    const text = readFileSync(config, 'utf8');
    expect(parseConfig(text, config, commandLayers())).toEqual(JSON.parse(text));
  });

  test('the console reads the preferences of an earlier release, and keeps the others when it saves one', async () => {
    const {run, preferences, url, at} = setup(release);
    const patterns = await run(['logs', 'patterns', '--muted', '--fields', 'template,muted']);
    expect(rowsOf(patterns)).toContainEqual({template: 'upstream timed out after <*> s', muted: 'known, ticket 12'});
    expect(await readViews(preferences)).toEqual([{name: 'crit only', screen: 'error-logs', params: {level: '3'}}]);
    expect(await readBookmarks(preferences)).toEqual([{id: 70, time: NEWEST - 11, note: 'the first crash'}]);
    expect(await readDisplay(preferences)).toEqual({fold: true, wrap: true});
    const hasAgents = release !== 'agents-not-saved';
    const byUrl = preferencesOfUrl(preferences, url);
    expect((await readSnapshots(byUrl)).map(({agent}) => agent)).toEqual(hasAgents ? ['2', '1'] : []);

    const profile = () => JSON.parse(readFileSync(at('saved.json'), 'utf8')).profiles.prod;
    const {bookmarks, agents: _, ...others} = profile();
    await saveBookmark(preferences, {id: 1, time: NEWEST, note: 'new'});
    await saveAgent(byUrl, {id: '1', name: 'Frankfurt'});
    expect(profile()).toMatchObject({...others, bookmarks: [{id: 1}, ...bookmarks]});
    expect(rowsOf(await run(['agents', 'list', '--fields', 'id,own_name']))).toEqual([
      {id: 1, own_name: 'Frankfurt'},
      {id: 2, ...(hasAgents && {own_name: 'Amsterdam'})},
    ]);
    expect(await readRecentAgents(byUrl)).toEqual(hasAgents ? ['2'] : []);
  });

  test('the console reads the API token and the session that an earlier release saved', async () => {
    const {run, env, at, url} = setup(release);
    expect(JSON.parse((await run(['whoami'])).out)).toMatchObject({
      identity: 'api-token',
      store: at('credentials.json'),
    });
    const store = openCredentialStore({...env, EDGE_CONSOLE_CREDENTIALS: 'file'});
    const session = await store.read({profile: 'second', url}, Date.now());
    expect(session).toMatchObject({kind: 'session', username: 'ann', role: 'master', userId: 1});
  });

  test('logs export --resume and logs follow --resume accept the files of an earlier release', async () => {
    const {run, at} = setup(release);
    const exported = ['logs', 'export', at('errors.csv'), '--output', 'csv', '--resume'];
    expect(await run(exported)).toMatchObject({code: 0});
    const lines = readFileSync(at('errors.csv'), 'utf8').trimEnd().split('\n');
    expect(lines.slice(1).map(line => Number.parseInt(line, 10))).toEqual(Array.from({length: 70}, (_, at) => 70 - at));
    const {exports: finished} = JSON.parse(readFileSync(at('exports.json'), 'utf8'));
    expect(finished).toContainEqual(expect.objectContaining({path: at('done.csv')}));
    writeFileSync(at('done.csv'), 'x'.repeat(finished[0].bytes));
    const done = await run(['logs', 'export', at('done.csv'), '--output', 'csv', '--resume']);
    expect(done).toMatchObject({code: 0, err: `${at('done.csv')} is complete.\n`});

    await gateway().store.errorLogs.append([logEntry('new crash', {log_time: NEWEST, level: 3})]);
    const follow = ['logs', 'follow', '--level', 'crit', '--resume', at('follow.position')];
    const followed = await run(follow, {onOutput: (_out, stop) => stop()});
    await gateway().reset();
    expect(rowsOf(followed).map(({log}) => log)).toEqual(['new crash']);
  });

  test('changes list prints the journal that an earlier release wrote', async () => {
    const {run} = setup(release);
    const rows = rowsOf(await run(['changes', 'list', '--fields', 'command,name']));
    const written = release === 'agents-not-saved' ? [] : ['tokens create', 'login'];
    expect(rows.map(({command}) => command)).toEqual(written);
  });
});

/** Raises the layout of a file by one. */
const raise = (path: string): string => {
  const before = readFileSync(path, 'utf8');
  const newer = (json: string): string => JSON.stringify({...JSON.parse(json), version: 2});
  const text = path.endsWith('.ndjson') ? `${before}${newer(before.split('\n')[0] ?? '')}\n` : newer(before);
  writeFileSync(path, text);
  return text;
};

const refusal = (path: string): string =>
  `edge-console: ${path} was written by a newer edge-console (layout 2; this one reads up to 1): update edge-console, or ` +
  'move the file away.\n';

describe('a file of a newer layout is refused in a sentence, and unchanged', () => {
  test.each([
    ['config.json', 'logs count'],
    ['config.json', 'config check'],
    ['config.json', 'profiles add new --url http://127.0.0.1:1'],
    ['saved.json', 'logs patterns'],
    ['saved.json', 'agents list'],
    ['credentials.json', 'whoami'],
    ['credentials.json', 'login --token-stdin'],
    ['credentials.json', 'logout'],
    ['exports.json', 'logs export done.csv --output csv --resume'],
    ['errors.csv.part.json', 'logs export errors.csv --output csv --resume'],
    ['errors.csv.part.json', 'logs export errors.csv --output csv --force'],
    ['follow.position', 'logs follow --level crit --resume follow.position'],
    ['changes.ndjson', 'changes list'],
  ])('%s with a newer layout version makes the command %s exit with 2, and stays unchanged', async (name, line) => {
    const {run, at} = setup('agents-by-url');
    const text = raise(at(name));
    writeFileSync(at('done.csv'), '');
    const args = line.split(' ').map(word => (/^(errors|done|follow)\./.test(word) ? at(word) : word));
    expect(await run(args, {input: API_TOKEN})).toEqual({code: 2, out: '', err: refusal(at(name))});
    expect(readFileSync(at(name), 'utf8')).toBe(text);
  });

  test.each([
    ['config.json', '--profile prod'],
    ['saved.json', '--profile prod'],
    ['credentials.json', '--profile prod'],
    ['saved.json', '--profile prod --accessible'],
  ])(
    '%s with a newer layout version makes the console with %s exit with 2, and stays unchanged',
    async (name, flags) => {
      const {at, config, env} = setup('agents-by-url');
      const text = raise(at(name));
      const args = ['--config', config, ...flags.split(' ')];
      const ended = await startProgram(args, {env: {...env, EDGE_CONSOLE_API_TOKEN: ''}}).ended;
      expect(ended).toEqual({code: 2, out: '', err: refusal(at(name))});
      expect(readFileSync(at(name), 'utf8')).toBe(text);
    },
  );
});
