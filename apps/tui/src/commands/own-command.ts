import {didYouMean} from '../text/nearest.ts';
import {sanitise} from '../text/sanitise.ts';
import {variableOf} from './arguments.ts';
import type {CommandLayer} from './command.ts';
import {isKeyName, keyLabel} from './key-name.ts';
import type {KeyOverrides, TakenKey} from './overrides.ts';

export const SCOPES = ['entry', 'pattern', 'token', 'application', 'agent'] as const;
export type Scope = (typeof SCOPES)[number];

/** A command of the config, which runs a program with values of the selected row. */
export interface OwnCommand {
  readonly id: string;
  readonly title: string;
  readonly key?: string | undefined;
  readonly scope: Scope;
  /** `{name}` in an argument is replaced by that field of the selected row. */
  readonly argv: readonly string[];
  readonly stdin?: 'row' | 'report' | undefined;
  readonly terminal?: 'background' | 'pager' | 'suspend' | undefined;
  readonly confirm?: boolean | undefined;
  readonly changes?: boolean | undefined;
}

/** Id of the command that shows the output of the program that last ran in the background. */
export const LAST_OUTPUT = 'last-output';

/** A field without a value is absent or empty. */
export type FieldTexts = Readonly<Record<string, string | undefined>>;

const GATEWAY_FIELDS = ['profile', 'url'] as const;

const FIELD = /\{([A-Za-z_]\w*)\}/g;
const CONTROL = /\p{Cc}/u;
/** Maximum number of characters in an environment variable, far below the Linux limit of 128 KiB. */
const MAX_VARIABLE = 8_000;

const fieldsIn = (argument: string): readonly string[] =>
  [...argument.matchAll(FIELD)].flatMap(([, name]) => name ?? []);

/** If a value is missing, returns an error message such as `the token has no name`. */
export const filledArguments = (
  {argv, scope}: Pick<OwnCommand, 'argv' | 'scope'>,
  texts: FieldTexts,
): readonly string[] | string => {
  for (const name of argv.flatMap(fieldsIn)) {
    const text = texts[name] ?? '';
    if (text === '') return `the ${scope} has no ${name}`;
    if (CONTROL.test(text)) return `${name} of the ${scope} has control characters`;
  }
  const filled = argv.map(argument => argument.replace(FIELD, (_, name) => texts[name] ?? ''));
  const options = argv.indexOf('--');
  const at = filled.findIndex(
    (text, index) => text.startsWith('-') && !argv[index]?.startsWith('-') && (options === -1 || index < options),
  );
  if (at === -1) return filled;
  return `${fieldsIn(argv[at] ?? '')[0]} of the ${scope} begins with a hyphen, as options do`;
};

export const fieldVariables = (texts: FieldTexts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text = '']) => [variableOf(name), sanitise(text).slice(0, MAX_VARIABLE)]),
  );

interface OwnCommandProblem {
  /** The path is relative to `commands` in the config. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export const ownCommandProblems = (
  commands: readonly OwnCommand[],
  layers: readonly CommandLayer[],
  overrides: KeyOverrides,
): readonly OwnCommandProblem[] => {
  const problems: OwnCommandProblem[] = [];
  for (const [at, {id, key, scope, argv, stdin}] of commands.entries()) {
    const refuse = (path: OwnCommandProblem['path'], message: string) => problems.push({path: [at, ...path], message});
    const layer = layerOf(scope, layers);
    // The key of a command of the config replaces a default key, but not a key that the config gives another command.
    const builtIn = builtInFor(scope, layers).map(({id, name}) => ({id, name, keys: overrides[name] ?? []}));
    // Two commands of the same screen need different keys, even if their scopes differ.
    const earlier = commands
      .slice(0, at)
      .map((other, index) => ({...other, name: `commands.${index}`, keys: other.key === undefined ? [] : [other.key]}))
      .filter(other => layer?.scopes?.[other.scope] !== undefined);
    const others = [...builtIn, {id: LAST_OUTPUT, name: 'the console', keys: []}, ...earlier];
    const sameId = others.find(other => other.id === id);
    if (sameId !== undefined) refuse(['id'], `${sameId.name} has this id already; write another one`);
    if (key !== undefined) {
      if (!isKeyName(key))
        refuse(['key'], `there is no key ${JSON.stringify(key)}; docs/KEYS.md says how keys are written`);
      const sameKey = others.find(({keys}) => keys.includes(key));
      if (sameKey !== undefined)
        refuse(['key'], `${keyLabel(key)} is already the key of ${JSON.stringify(sameKey.name)}; write another one`);
    }
    const known = [...(layer?.scopes?.[scope] ?? []), ...GATEWAY_FIELDS];
    for (const [index, argument] of argv.entries()) {
      const names = fieldsIn(argument);
      const unknown = names.find(name => !known.includes(name));
      if (index === 0 && names.length > 0)
        refuse(['argv', 0], 'the program must not depend on a field; write fields in the arguments');
      else if (unknown !== undefined) {
        const hint = didYouMean(unknown, known, `the fields are ${known.join(', ')}`);
        refuse(['argv', index], `not a known field of the scope ${scope}; ${hint}`);
      }
    }
    if (stdin === 'report' && scope !== 'entry' && scope !== 'pattern')
      refuse(['stdin'], 'only the scopes entry and pattern have a report; write row, or leave stdin out');
  }
  return problems;
};

/** Default keys that commands of the config take from built-in commands. */
export const takenByOwn = (
  commands: readonly OwnCommand[],
  layers: readonly CommandLayer[],
  overrides: KeyOverrides,
): readonly TakenKey[] =>
  commands.flatMap(({id, key, scope}) =>
    builtInFor(scope, layers).flatMap(from =>
      key !== undefined && from.defaults.includes(key) && !Object.hasOwn(overrides, from.name)
        ? [{key, to: id, from}]
        : [],
    ),
  );

const layerOf = (scope: Scope, layers: readonly CommandLayer[]): CommandLayer | undefined =>
  layers.find(({scopes}) => scopes?.[scope] !== undefined);

const builtInFor = (scope: Scope, layers: readonly CommandLayer[]) => {
  const layer = layerOf(scope, layers);
  const global = layers.find(each => each.layer === 'global');
  return [layer, layer?.shared, global].flatMap(each =>
    (each?.commands ?? []).map(({id, keys}) => ({id, name: `${each?.layer}.${id}`, defaults: keys})),
  );
};
