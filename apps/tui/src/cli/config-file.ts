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
import {changeFile} from '../files/locked-file.ts';
import {plural} from '../format/number.ts';
import {didYouMean, nearest} from '../text/nearest.ts';
import {sanitise} from '../text/sanitise.ts';
import {themeNames} from '../theme/themes.ts';
import {PIN_SHA256, UsageError} from './args.ts';

const gatewayUrl = z
  .string()
  .superRefine((text, context) => {
    const result = readGatewayUrl(text);
    if ('problem' in result) context.addIssue({code: 'custom', message: result.problem});
  })
  .meta({format: 'uri'});

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
});
export type Profile = z.infer<typeof profile>;

export const configSchema = z.strictObject({
  profiles: z.record(z.string(), profile).optional(),
  defaultProfile: z.string().optional(),
  /** Keys by command id, such as `"error-logs.filter": ["F"]`; an empty list leaves a command without a key. */
  keys: z.record(z.string(), z.array(z.string())).optional(),
  ascii: z.boolean().optional(),
  theme: z.enum(themeNames).optional(),
  /** Runbook URLs by the id of a known message (field `known` of `logs patterns`) or by the template of a pattern. */
  runbooks: z.record(z.string(), z.url()).optional(),
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
  const fields = Object.keys(place.length === 0 ? configSchema.shape : profile.shape);
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

const issueMessage = (issue: z.core.$ZodIssue, node: Node): string => {
  if (issue.code !== 'invalid_value') return issue.message;
  const names = issue.values.map(String);
  return `expected ${names.join(' or ')}${suggestion(String(node.value), names)}`;
};

type Place = readonly (string | number)[];

const placeOf = ({path}: z.core.$ZodIssue): Place => path.map(part => (typeof part === 'number' ? part : String(part)));

/** Returns a prefix such as `profiles.prod.url: `. Outside of profiles, only the first name: others may be secrets. */
const shownPlace = (tree: Node, place: Place): string => {
  const isInProfile = place[0] === 'profiles' && nodeAt(tree, place.slice(0, 2)).type === 'object';
  const shown = isInProfile ? place : place.slice(0, 1);
  return shown.length === 0 ? '' : `${shown.join('.')}: `;
};

const nodeAt = (tree: Node, place: Place): Node =>
  findNodeAtLocation(tree, [...place]) ?? (place.length === 0 ? tree : nodeAt(tree, place.slice(0, -1)));

const nameAt = (tree: Node, place: Place): Node => nodeAt(tree, place).parent?.children?.[0] ?? tree;

const syntaxProblem = ({error, offset}: ParseError): Problem => {
  const text = printParseErrorCode(error).replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter}`);
  return {offset, message: `this is not JSON: ${text.toLowerCase()}`};
};
