import type {CommandLayer, CommandRecord} from '../src/commands/command.ts';
import {keyLabel} from '../src/commands/key-name.ts';

const INTRO = `# Keys

Generated from the command records; \`pnpm --filter @edge-console/tui exec vitest run keys-doc -u\` regenerates it.
\`?\` shows the keys of the screen or dialog in front.

To rebind a command, name its id in \`keys\` of the config file; an empty list leaves it without a key:

\`\`\`json
{"keys": {"error-logs.filter": ["ctrl-o", "f"], "global.quit": ["ctrl-c"], "tokens.delete": []}}
\`\`\`

A character is its own key name; \`G\` is Shift and \`g\`. The other names are \`ctrl-a\` to \`ctrl-z\` (not h, i, j, m),
\`f1\` to \`f12\`, \`enter\`, \`esc\`, \`tab\`, \`shift-tab\`, \`space\`, \`up\`, \`down\`, \`left\`, \`right\`, \`pageup\`, \`pagedown\`, \`home\` and \`end\`.
A focused text field takes the keys it can use first. While a dialog is open, only the control chords and function keys
of the commands that work everywhere are active.
`;

/** Returns the text of docs/KEYS.md: a table for each layer of commands (a tab, the dialogs, the global commands). */
export const keysDoc = (layers: readonly CommandLayer[]): string => [INTRO, ...layers.map(section)].join('\n');

const section = ({layer, title, commands}: CommandLayer): string =>
  [
    `## ${title}`,
    '',
    '| group | keys | command | id |',
    '|---|---|---|---|',
    ...commands.map(command => row(layer, command)),
    '',
  ].join('\n');

const row = (layer: string, {id, title, keys, group, dangerous}: CommandRecord): string => {
  const names = keys.map(key => `\`${cell(keyLabel(key))}\``).join(' ');
  return `| ${group} | ${names} | ${cell(title)}${dangerous ? ' (**dangerous**)' : ''} | \`${layer}.${id}\` |`;
};

const cell = (text: string): string => text.replaceAll('|', '\\|');
