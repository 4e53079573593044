import {keyLabel} from '../src/commands/key-name.ts';
import type {KeyRecord} from '../src/core/screen.ts';

export interface KeyLayer {
  /** The part of an id before the dot, as the config takes it. */
  readonly layer: string;
  readonly title: string;
  readonly bindings: readonly KeyRecord[];
}

const INTRO = `# Keys

Generated from the key records of the console; \`pnpm --filter @edge-console/tui exec vitest run keys-doc -u\` writes it
anew. Inside the console \`?\` shows the same list for the place you are in.

To rebind a key, name its id in \`keys\` of the config file; an empty list switches it off:

\`\`\`json
{"keys": {"error-logs.filter": ["ctrl-o", "f"], "global.quit": ["ctrl-c"], "tokens.delete": []}}
\`\`\`

Single characters stand for themselves, \`G\` being Shift and \`g\`. The others are written \`ctrl-a\` to \`ctrl-z\`,
\`enter\`, \`esc\`, \`tab\`, \`shift-tab\`, \`space\`, \`up\`, \`down\`, \`left\`, \`right\`, \`pageup\`, \`pagedown\`, \`home\` and \`end\`.
A text field that has the focus takes what it can type first. Over a dialog only the control chords of the keys that
work everywhere do.
`;

/** docs/KEYS.md as one text: a table for each layer of key records. */
export const keysDoc = (layers: readonly KeyLayer[]): string => [INTRO, ...layers.map(section)].join('\n');

const section = ({layer, title, bindings}: KeyLayer): string =>
  [
    `## ${title}`,
    '',
    '| keys | what it does | id |',
    '|---|---|---|',
    ...bindings.map(binding => row(layer, binding)),
    '',
  ].join('\n');

const row = (layer: string, {id, keys, label, dangerous}: KeyRecord): string => {
  const names = keys.map(key => `\`${cell(keyLabel(key))}\``).join(' ');
  return `| ${names} | ${cell(label)}${dangerous ? ' (**dangerous**)' : ''} | \`${layer}.${id}\` |`;
};

const cell = (text: string): string => text.replaceAll('|', '\\|');
