import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createDemo} from '@edge-console/generator/demo';
import {openPty} from '../test/pty/harness.ts';
import {type Frame, frameToSvg, scenesToSvg} from './frame-to-svg.ts';

const root = join(import.meta.dirname, '../../..');
const target = join(root, 'docs/screens');
const DEADLINE_MS = 20_000;

const shots = [
  {name: 'error-logs', keys: '3', wait: /^ [^?\n]*h each, /m},
  {name: 'tokens', keys: '2', wait: /40 API tokens/},
  {name: 'applications', keys: '4', wait: /\d+ applications/},
  {name: 'session', keys: '1', wait: /The session ends/},
  {name: 'patterns', keys: '3P', wait: /\d+ patterns/},
  {keys: '3I', wait: /\d+ findings/},
  {name: 'finding', keys: '\r', wait: /Explained by/},
  // From here on, the keys are those of docs/tour.md.
  {name: 'spike', keys: '\u001b3*', wait: /show the span/},
  {name: 'changes', keys: 'W', wait: /\d+ changes/},
  {keys: '/10.1.0.9:8080\r', wait: /1 of \d+ changes|\/10\.1\.0\.9/},
  {name: 'entries', keys: '\r', wait: /keep upstream[\s\S]*upstream http:\/\/10\.1\.0\.9:8080/},
  {name: 'request', keys: 'o', wait: /req [0-9a-f]{24}[\s\S]*▌/},
  {name: 'application', keys: 'a', wait: /▌[\s\S]*entries of the request/},
  {keys: '3F', wait: /any time .* 50,\d+ entries[\s\S]*h each, /},
  {name: 'requests', keys: '@', wait: /Last requests/},
  {keys: 'q', wait: /^(?![\s\S]*Last requests)/},
  {keys: '*', wait: /show the span/},
  {keys: '\r', wait: /zoom out[\s\S]*exact|exact[\s\S]*zoom out/},
  {name: 'export', keys: 'x', wait: /New file/},
  {keys: '\u001b', wait: /^(?![\s\S]*New file)/},
] as const satisfies readonly {name?: string; keys: string; wait: RegExp}[];

const scenes = [
  {name: 'error-logs', keys: '', seconds: 2.5, caption: 'Error logs of a week. When did it break?'},
  {name: 'spike', keys: '*', seconds: 2.5, caption: 'the highest bar of the histogram'},
  {name: 'changes', keys: 'W', seconds: 3, caption: 'what changed against the time before'},
  {name: 'entries', keys: '↓ Enter', seconds: 3, caption: 'keep only the entries of the upstream'},
  {name: 'request', keys: 'o', seconds: 2.5, caption: 'all entries of one request'},
  {name: 'application', keys: 'a', seconds: 2.5, caption: 'the application that logged it'},
  {
    name: 'finding',
    keys: 'I',
    seconds: 4,
    caption: 'or at once: what is out of the ordinary, since when, and what explains it',
  },
] as const;

await mkdir(target, {recursive: true});
// Stored preferences would change the pictures.
const state = await mkdtemp(join(tmpdir(), 'edge-screens-'));
const open = (...args: string[]) =>
  openPty({
    command: process.execPath,
    args: [join(root, 'apps/tui/bin/edge-console.mjs'), ...args],
    cols: 120,
    rows: 36,
    env: {PATH: process.env.PATH ?? '', HOME: state, TERM: 'xterm-256color', XDG_STATE_HOME: state},
  });
const save = (name: string, frame: Frame) =>
  writeFile(
    join(target, `${name}.svg`),
    `${frameToSvg(frame, {title: 'edge-console', label: `Screen of the console: ${name}`})}\n`,
  );

await using pty = await open('demo');
await pty.waitFor(/50,\d+ entries/, {deadline: DEADLINE_MS});
const frames: Record<string, Frame> = {};
for (const {keys, wait, ...shot} of shots) {
  for (const key of keys) pty.press(key);
  await pty.waitFor(wait, {deadline: DEADLINE_MS});
  if (!('name' in shot)) continue;
  const {name} = shot;
  const frame = pty.frame();
  frames[name] = frame;
  await save(name, frame);
}
const tour = scenes.map(({name, ...scene}) => ({...scene, frame: frames[name] ?? []}));
const label = 'From a spike of the error logs to its cause, in six keys';
await writeFile(join(target, 'tour.svg'), scenesToSvg(tour, {title: 'edge-console', label}));
pty.press('q');
await pty.exit;

const demos = await Promise.all([createDemo({everyMs: 400}), createDemo({logs: 20_000})]);
const [eu, us] = await Promise.all(
  demos.map(async ({url, apiToken}, at) => {
    const apiTokenFile = join(state, `token-${at}`);
    await writeFile(apiTokenFile, apiToken, {mode: 0o600});
    return {url, apiTokenFile};
  }),
);
const profiles = {
  'prod-eu': {...eu, label: 'PRODUCTION', colour: 'red', writePolicy: 'confirm'},
  'prod-us': {...us, label: 'PRODUCTION', colour: 'red', writePolicy: 'read-only'},
  staging: {url: 'http://127.0.0.1:1'},
};
const config = join(state, 'config.json');
await writeFile(config, JSON.stringify({profiles, defaultProfile: 'prod-eu'}));
await using several = await open('--config', config);
await several.waitFor(/50,\d+ entries[\s\S]*h each, /, {deadline: DEADLINE_MS});
several.press('ctrl-g');
await several.waitFor(/prod-us .*in 1h[\s\S]*not reachable/, {deadline: DEADLINE_MS});
await save('profiles', several.frame());
several.press('esc');
await several.waitFor(/^(?![\s\S]*Use another)/, {deadline: DEADLINE_MS});
several.type(':watch level=error rate=10/min\r');
await several.waitFor(/ALARM/, {deadline: 120_000});
await save('watch', several.frame());
several.press('q');
await several.exit;
await Promise.all(demos.map(demo => demo.close()));
await rm(state, {recursive: true});
