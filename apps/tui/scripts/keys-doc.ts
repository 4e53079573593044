import type {CommandLayer, CommandRecord} from '../src/commands/command.ts';
import {keyLabel} from '../src/commands/key-name.ts';
import type {ListSpec} from '../src/list/list.ts';
import {listCommands} from '../src/list/list-commands.ts';
import {cell} from './commands-doc.ts';

const INTRO = `# Keys

Generated from the command records; \`pnpm --filter @edge-console/tui exec vitest run keys-doc -u\` regenerates it.
\`?\` shows the keys of the screen or dialog in front.

To rebind a command, name its id in \`keys\` of the config file; an empty list leaves it without a key:

\`\`\`json
{"keys": {"error-logs.filter": ["ctrl-o", "f"], "global.quit": ["ctrl-c"], "tokens.delete": []}}
\`\`\`

If another command has one of these keys by default, it loses the key, and a message and \`config check\` say so. Without
another key, it is still in the command palette. The keys of \`commands\` replace default keys too. One key for two
commands in the config is an error, and so is a config without a key for \`global.quit\`.

A character is its own key name; \`G\` is Shift and \`g\`. The other names are \`ctrl-a\` to \`ctrl-z\` (not h, i, j, m),
\`f1\` to \`f12\`, \`enter\`, \`esc\`, \`tab\`, \`shift-tab\`, \`space\`, \`up\`, \`down\`, \`left\`, \`right\`, \`pageup\`, \`pagedown\`, \`home\` and \`end\`.
A focused text field takes the keys it can use first. While a dialog is open, only the control chords and function keys
of the commands that work everywhere are active.
`;

/** Commands that several layers have with the same keys. They are printed once, in a table of their own. */
interface SharedTable {
  readonly title: string;
  readonly placeholder: string;
  readonly members: readonly CommandLayer[];
  readonly commands: readonly CommandRecord[];
}

export const keysDoc = (layers: readonly CommandLayer[]): string => {
  const screens = layers.filter(({layer}) => layer !== 'dialog' && layer !== 'global');
  const lists = listTable(screens);
  const tabs = new Set(screens.flatMap(({shared}) => shared?.layer ?? []));
  const shared = [lists, ...[...tabs].map(tab => tabTable(tab, screens, lists))];
  const sections = layers.flatMap(layer => {
    const tables = shared.filter(({members}) => members.includes(layer));
    const own = layer.commands.filter(command => !tables.some(({commands}) => has(commands, command)));
    const rows = own.map(command => row(`${layer.layer}.${command.id}`, command));
    return [...tables.filter(({members}) => members[0] === layer).map(sharedSection), sectionOf(layer.title, rows)];
  });
  return [INTRO, ...sections].join('\n');
};

const listTable = (screens: readonly CommandLayer[]): SharedTable => {
  const members = screens.filter(({commands}) => commands.some(({id}) => id === 'mark'));
  const spec = {
    noun: ['row', 'rows'],
    columns: [{id: 'column', title: 'column', grow: true, sort: () => 0}],
    ...{detail: () => [], brief: () => [], asCommand: () => '', asRequest: () => ''},
  };
  const commands: readonly CommandRecord[] = listCommands(
    spec as unknown as ListSpec<unknown, unknown, {kind: string}>,
  );
  const common = commands.filter(command => members.filter(layer => has(layer.commands, command)).length > 1);
  return {title: 'Every list', placeholder: 'LIST', members, commands: common};
};

const tabTable = (tab: string, screens: readonly CommandLayer[], lists: SharedTable): SharedTable => {
  const members = screens.filter(({layer, shared}) => layer === tab || shared?.layer === tab);
  const isCommon = (command: CommandRecord): boolean =>
    members.every(({commands, shared}) =>
      [...commands, ...(shared?.commands ?? [])].some(other => other.title === command.title && has([other], command)),
    );
  const [first] = members;
  const commands = (first?.commands ?? []).filter(command => !has(lists.commands, command) && isCommon(command));
  return {title: `${first?.title} and its views`, placeholder: 'VIEW', members, commands};
};

const has = (commands: readonly CommandRecord[], {id, keys}: CommandRecord): boolean =>
  commands.some(other => other.id === id && other.keys.join() === keys.join());

const sharedSection = ({title, placeholder, members, commands}: SharedTable): string => {
  const rows = commands.map(command => {
    const having = members.filter(layer => has(layer.commands, command));
    // A view has the commands that switch views under the id of its tab.
    const isOfTab = having.length === 1;
    const layers = having.length === members.length || isOfTab ? '' : ` (${having.map(({layer}) => layer).join(', ')})`;
    const id = `${isOfTab ? having[0]?.layer : placeholder}.${command.id}`;
    return row(id, {...command, title: command.title + layers});
  });
  const layers = members.map(({layer}) => `\`${layer}\``).join(', ');
  return sectionOf(title, rows, [`In an id, ${placeholder} is one of ${layers}.`, '']);
};

const sectionOf = (title: string, rows: readonly string[], note: readonly string[] = []): string =>
  [`## ${title}`, '', ...note, '| group | keys | command | id |', '|---|---|---|---|', ...rows, ''].join('\n');

const row = (id: string, {title, keys, group, dangerous}: CommandRecord): string => {
  const names = keys.map(key => `\`${cell(keyLabel(key))}\``).join(' ');
  return `| ${group} | ${names} | ${cell(title)}${dangerous ? ' (**dangerous**)' : ''} | \`${id}\` |`;
};
