import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openPty} from '../test/pty/harness.ts';
import {frameToSvg} from './frame-to-svg.ts';

// This script runs the demo on a pseudo-terminal and writes pictures of its tabs to docs/screens.
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
  // From here on, the keys are those of the walkthrough in docs/tour.md.
  {name: 'spike', keys: '\u001b3*', wait: /show the span/},
  {name: 'changes', keys: 'W', wait: /\d+ changes/},
  {keys: '/10.1.0.9:8080\r', wait: /1 of \d+ changes|\/10\.1\.0\.9/},
  {name: 'entries', keys: '\r', wait: /keep upstream[\s\S]*upstream http:\/\/10\.1\.0\.9:8080/},
  {name: 'request', keys: 'o', wait: /req [0-9a-f]{24}[\s\S]*▌/},
  {name: 'application', keys: 'a', wait: /▌[\s\S]*entries of the request/},
] as const satisfies readonly {name?: string; keys: string; wait: RegExp}[];

await mkdir(target, {recursive: true});
// An empty state folder, because stored preferences would change the pictures.
const state = await mkdtemp(join(tmpdir(), 'edge-screens-'));
await using pty = await openPty({
  command: process.execPath,
  args: [join(root, 'apps/tui/bin/edge-console.mjs'), 'demo'],
  cols: 120,
  rows: 36,
  env: {PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TERM: 'xterm-256color', XDG_STATE_HOME: state},
});
await pty.waitFor(/50,\d+ entries/, {deadline: DEADLINE_MS});
for (const {keys, wait, ...shot} of shots) {
  for (const key of keys) pty.press(key);
  await pty.waitFor(wait, {deadline: DEADLINE_MS});
  if (!('name' in shot)) continue;
  const {name} = shot;
  await writeFile(
    join(target, `${name}.svg`),
    `${frameToSvg(pty.frame(), {title: 'edge-console', label: `The ${name} tab`})}\n`,
  );
}
pty.press('q');
await pty.exit;
await rm(state, {recursive: true});
