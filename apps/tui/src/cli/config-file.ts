import {readGatewayUrl} from '@edge-console/schema/values';
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import * as z from 'zod';
import type {CommandLayer} from '../commands/command.ts';
import {overrideProblems} from '../commands/overrides.ts';
import {type HouseMessage, WORRIES} from '../core/house-message.ts';
import {TAG_COLOURS} from '../core/tag.ts';
import {WRITE_POLICIES} from '../core/writes.ts';
import {changeFile} from '../files/locked-file.ts';
import {plural} from '../format/number.ts';
import {parseLocalTime} from '../format/parse-time.ts';
import {conditionProblem} from '../logs/conditions/entry-test.ts';
import {regexProblem} from '../logs/messages.ts';
import {didYouMean, nearest} from '../text/nearest.ts';
import {sanitise} from '../text/sanitise.ts';
import {themeNames} from '../theme/themes.ts';
import {PIN_SHA256, UsageError} from './args.ts';

/** Returns the schema of a text. `problemOf` returns what is wrong with it. */
const checkedText = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text);
    if (message !== undefined) context.addIssue({code: 'custom', message});
  });

const gatewayUrl = checkedText(text => {
  const result = readGatewayUrl(text);
  return 'problem' in result ? result.problem : undefined;
}).meta({format: 'uri'});

const profile = z.strictObject({
  url: gatewayUrl,
  consoleUrl: gatewayUrl.optional(),
  username: z.string().optional(),
  apiTokenFile: z.string().optional(),
  /** Shell command that prints the API token, such as `pass show edge`. */
  tokenCommand: z.string().optional(),
  consoleTokenFile: z.string().optional(),
  caFile: z.string().optional(),
  pinSha256: z.string().regex(PIN_SHA256, 'must be a SHA-256 fingerprint: 64 hex digits').optional(),
  insecure: z.boolean().optional(),
  writePolicy: z
    .enum(WRITE_POLICIES)
    .optional()
    .meta({
      description:
        'write permits changes, the default. confirm asks for the name of the profile before each. timed permits them for ' +
        'some minutes when asked. read-only permits none.',
    }),
  label: z
    .string()
    .regex(/^[!-~]([ -~]{0,18}[!-~])?$/, 'must be 1 to 20 ASCII characters')
    .optional()
    .meta({description: 'Shown in the header and in dialogs, such as PRODUCTION.'}),
  colour: z.enum(TAG_COLOURS).optional().meta({description: 'Colour of the label.'}),
});
export type Profile = z.infer<typeof profile>;

const filled = z.string().regex(/\S/, 'must not be empty');

const message = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'must be at most 64 letters, digits, dots, hyphens and underscores')
      .meta({description: 'Unique name, which logs patterns prints as known, and watch message=ID names.'}),
    template: filled.optional().meta({description: 'The message, with <*> for what differs.'}),
    regex: filled.optional().meta({description: 'Regular expression (RE2). Its groups are the values.'}),
    meaning: filled,
    checks: z.array(filled).optional(),
    runbook: z.url().optional(),
    worry: z.enum(WORRIES).optional().meta({description: 'How much the message should worry.'}),
    mute: z
      .union([z.boolean(), z.string()], 'expected true, or the time when the mute ends')
      .optional()
      .meta({description: 'true, or the time when the mute ends, such as 2027-01-31 or 2027-01-31T18:00:00Z.'}),
  })
  .superRefine(({template, regex, mute}, context) => {
    const refuse = (path: string[], text: string): void => context.addIssue({code: 'custom', path, message: text});
    if ((template === undefined) === (regex === undefined)) refuse([], 'needs either template or regex');
    const problem = regex === undefined ? undefined : regexProblem(regex);
    if (problem !== undefined) refuse(['regex'], `${JSON.stringify(regex)} is not a regular expression: ${problem}`);
    if (template !== undefined && !/[^\s<*>]{2}/.test(template)) refuse(['template'], 'must have a word besides <*>');
    const until = typeof mute === 'string' ? (parseLocalTime(mute, Date.now()) ?? Number.NaN) : 0;
    if (Number.isNaN(until)) refuse(['mute'], 'must be true, or a time such as 2027-01-31 or 2027-01-31T18:00:00Z');
  }) satisfies z.ZodType<HouseMessage>;

const messages = z.array(message).superRefine((all, context) => {
  for (const [at, {id}] of all.entries()) {
    const first = all.findIndex(other => other.id === id);
    if (first < at)
      context.addIssue({code: 'custom', path: [at, 'id'], message: `messages.${first} has the id ${id} already`});
  }
});

const switchOf = (description: string) =>
  z
    .boolean()
    .optional()
    .meta({description: `${description} Default: true.`});

const notify = z.strictObject({
  desktop: switchOf('Notify the desktop of an alarm of :watch while the terminal does not have the focus.'),
  title: switchOf('Show the profile and the count of alarms in the title of the terminal.'),
  progress: switchOf('Show the progress of exports and long reads in the bar of the terminal.'),
  command: z
    .array(z.string())
    .refine(([program = '']) => program !== '', 'must have a program')
    .optional()
    .meta({
      description:
        'Program and arguments, run without a shell when an alarm rings. EDGE_CONSOLE_ALARM and other variables have ' +
        'the alarm. It is killed after 30 s.',
    }),
});
export type Notify = z.infer<typeof notify>;

const deploy = checkedText(text => conditionProblem({verb: 'keep', text}));

export const configSchema = z.strictObject({
  profiles: z.record(z.string(), profile).optional(),
  defaultProfile: z.string().optional(),
  /** Keys by command id, such as `"error-logs.filter": ["F"]`; an empty list leaves a command without a key. */
  keys: z.record(z.string(), z.array(z.string())).optional(),
  ascii: z.boolean().optional(),
  theme: z.enum(themeNames).optional(),
  /** Runbook URLs by the id of a known message (field `known` of `logs patterns`) or by the template of a pattern. */
  runbooks: z.record(z.string(), z.url()).optional(),
  /** Messages of the house. They are found before those that the console knows, in this order. */
  messages: messages.optional(),
  /** Lines that are deploys or reloads: texts, or regular expressions between slashes. */
  deploys: z.array(deploy).optional(),
  notify: notify.optional().meta({description: 'How alarms and progress are shown outside of the console.'}),
});
export type Config = z.infer<typeof configSchema>;

/** Thrown for an invalid config file. The message is one line with the first problem and the number of further ones. */
export class ConfigError extends UsageError {
  /** All problems in the order of the file, as `path:line:column: text`. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const [first = 'the config is not valid.', ...others] = problems;
    const more = plural(others.length, 'more problem');
    super(
      others.length === 0 ? first : `${first} There ${others.length === 1 ? 'is' : 'are'} ${more}: see config check.`,
    );
    this.problems = problems;
  }
}

/** Parses a config. A {@link ConfigError} quotes no profile values and no unknown names, since they may be secrets. */
export const parseConfig = (text: string, path: string, layers: readonly CommandLayer[]): Config => {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, {disallowComments: true});
  if (tree === undefined || errors.length > 0) throw new ConfigError(placed(errors.map(syntaxProblem), text, path));
  const value: unknown = getNodeValue(tree);
  const parsed = configSchema.safeParse(value);
  // The key bindings are checked even if other fields are invalid.
  const keys = configSchema.shape.keys.safeParse((Object(value) as {keys?: unknown}).keys);
  const problems = [
    ...shapeProblems(tree, parsed.error?.issues ?? []),
    ...defaultProblems(tree, value),
    ...overrideProblems(keys.data ?? {}, layers).map(({id, key, message}) => ({
      offset: (key === undefined ? nameAt(tree, ['keys', id]) : nodeAt(tree, ['keys', id, key])).offset,
      message,
    })),
  ];
  if (parsed.data === undefined || problems.length > 0) throw new ConfigError(placed(problems, text, path));
  return parsed.data;
};

/** A change of the config: sets the value at `path`, or removes it if `value` is undefined. */
export interface ConfigEdit {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Edits the config file and keeps its formatting. Rejects with a UsageError if the old or the new text is invalid. */
export const editConfig = (
  path: string,
  edit: (config: Config) => readonly ConfigEdit[],
  layers: readonly CommandLayer[],
): Promise<void> =>
  changeFile(path, before => {
    const edits = edit(before === undefined ? {} : parseConfig(before, path, layers));
    const formattingOptions = {insertSpaces: true, tabSize: 2};
    const text = edits.reduce(
      (so, {path: place, value}) => applyEdits(so, modify(so, [...place], value, {formattingOptions})),
      before ?? '{}\n',
    );
    parseConfig(text, path, layers);
    return text;
  });

const defaultProblems = (tree: Node, value: unknown): readonly Problem[] => {
  const {defaultProfile, profiles} = Object(value) as {readonly defaultProfile?: unknown; readonly profiles?: unknown};
  const names = Object.keys(Object(profiles));
  if (typeof defaultProfile !== 'string' || names.includes(defaultProfile)) return [];
  const message = `defaultProfile: there is no such profile${suggestion(defaultProfile, names)}`;
  return [{offset: nodeAt(tree, ['defaultProfile']).offset, message}];
};

const suggestion = (word: string, names: readonly string[]): string => {
  const hint = didYouMean(word, names);
  return hint === '' ? '' : `; ${hint}`;
};

interface Problem {
  readonly offset: number;
  readonly message: string;
}

/** Returns the problems as texts, sorted by position. Of several at one position, it keeps only the first. */
const placed = (problems: readonly Problem[], text: string, path: string): readonly string[] =>
  problems
    .toSorted((one, other) => one.offset - other.offset)
    .filter(({offset}, at, sorted) => offset !== sorted[at - 1]?.offset)
    .map(({offset, message}) => {
      const before = text.slice(0, offset).split('\n');
      const column = (before.at(-1)?.length ?? 0) + 1;
      return `${path}:${before.length}:${column}: ${sanitise(message)}${message.endsWith('?') ? '' : '.'}`;
    });

const shapeProblems = (tree: Node, issues: readonly z.core.$ZodIssue[]): readonly Problem[] => {
  const unknown = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(name => unknownField(tree, placeOf(issue), name)) : [],
  );
  const misspelt = new Set(unknown.map(({meant}) => meant));
  const others = issues.filter(({code, path}) => code !== 'unrecognized_keys' && !misspelt.has(JSON.stringify(path)));
  return [
    ...unknown,
    ...others.map(issue => {
      const place = placeOf(issue);
      const node = nodeAt(tree, place);
      return {offset: node.offset, message: `${shownPlace(tree, place)}${issueMessage(issue, node)}`};
    }),
  ];
};

/** `meant` is the path, as JSON, of an absent field with a similar name. Undefined if there is none. */
const unknownField = (tree: Node, place: Place, name: string): Problem & {readonly meant: string | undefined} => {
  const fields = Object.keys(fieldsAt(place));
  const near = nearest(
    name,
    fields.filter(field => findNodeAtLocation(tree, [...place, field]) === undefined),
  );
  const hint = near === undefined ? `; the fields are ${fields.join(', ')}` : `; did you mean ${near}?`;
  return {
    offset: nameAt(tree, [...place, name]).offset,
    message: `${shownPlace(tree, place)}not a known field${hint}`,
    meant: near === undefined ? undefined : JSON.stringify([...place, near]),
  };
};

const fieldsAt = ([first]: Place): object => {
  if (first === undefined) return configSchema.shape;
  if (first === 'notify') return notify.shape;
  return first === 'messages' ? message.shape : profile.shape;
};

const issueMessage = (issue: z.core.$ZodIssue, node: Node): string => {
  if (issue.code !== 'invalid_value') return issue.message;
  const names = issue.values.map(String);
  return `expected ${names.join(' or ')}${suggestion(String(node.value), names)}`;
};

type Place = readonly (string | number)[];

const placeOf = ({path}: z.core.$ZodIssue): Place => path.map(part => (typeof part === 'number' ? part : String(part)));

/** Returns a prefix such as `profiles.prod.url: `. Where names may be secrets, such as runbooks, only the first name. */
const shownPlace = (tree: Node, place: Place): string => {
  const isInProfile = place[0] === 'profiles' && nodeAt(tree, place.slice(0, 2)).type === 'object';
  const isListed = ['messages', 'deploys', 'notify'].includes(String(place[0]));
  const shown = isInProfile || isListed ? place : place.slice(0, 1);
  return shown.length === 0 ? '' : `${shown.join('.')}: `;
};

const nodeAt = (tree: Node, place: Place): Node =>
  findNodeAtLocation(tree, [...place]) ?? (place.length === 0 ? tree : nodeAt(tree, place.slice(0, -1)));

const nameAt = (tree: Node, place: Place): Node => nodeAt(tree, place).parent?.children?.[0] ?? tree;

const syntaxProblem = ({error, offset}: ParseError): Problem => {
  const text = printParseErrorCode(error).replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter}`);
  return {offset, message: `this is not JSON: ${text.toLowerCase()}`};
};
