import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import * as z from 'zod';
import type {CommandLayer} from '../../commands/command.ts';
import {overrideProblems} from '../../commands/overrides.ts';
import {ownCommandProblems} from '../../commands/own-command.ts';
import {checkLayout} from '../../files/layout.ts';
import {plural} from '../../format/number.ts';
import {didYouMean, nearest} from '../../text/nearest.ts';
import {sanitise} from '../../text/sanitise.ts';
import {UsageError} from '../args.ts';
import {profileNameProblem} from '../profiles.ts';
import {type Config, configSchema} from './config-schema.ts';
import {themeNameProblems} from './theme-schema.ts';

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

export const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Messages contain no values of profiles and no unknown names, since they may be secrets. */
export const parseConfig = (given: string, path: string, layers: readonly CommandLayer[]): Config => {
  const text = withoutByteOrderMark(given);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, {allowTrailingComma: true, allowEmptyContent: true});
  if (errors.length > 0) throw new ConfigError(placed(errors.map(syntaxProblem), text, path));
  if (tree === undefined) return {};
  const value: unknown = getNodeValue(tree);
  checkLayout(path, value);
  const parsed = configSchema.safeParse(value);
  // If a field is invalid, `parsed.data` is undefined. The checks below still need `keys` and `commands`.
  const keys = configSchema.shape.keys.safeParse((Object(value) as {keys?: unknown}).keys);
  const commands = configSchema.shape.commands.safeParse((Object(value) as {commands?: unknown}).commands);
  const problems = [
    ...shapeProblems(tree, parsed.error?.issues ?? []),
    ...repeatedNames(tree),
    ...defaultProblems(tree, value),
    ...profileNameProblems(tree),
    ...themeNameProblems(value).map(({path: place, name, names}) => ({
      offset: nodeAt(tree, place).offset,
      message: `${shownPlace(tree, place)}expected ${names.join(' or ')}${suggestion(name, names)}`,
    })),
    ...overrideProblems(keys.data ?? {}, layers).map(({id, key, message}) => ({
      offset: (key === undefined ? nameAt(tree, ['keys', id]) : nodeAt(tree, ['keys', id, key])).offset,
      message,
    })),
    ...ownCommandProblems(commands.data ?? [], layers, keys.data ?? {}).map(({path: place, message}) => ({
      offset: nodeAt(tree, ['commands', ...place]).offset,
      message: `commands.${place.join('.')}: ${message}`,
    })),
  ];
  if (parsed.data === undefined || problems.length > 0) throw new ConfigError(placed(problems, text, path));
  return parsed.data;
};

const defaultProblems = (tree: Node, value: unknown): readonly Problem[] => {
  const {defaultProfile, profiles} = Object(value) as {readonly defaultProfile?: unknown; readonly profiles?: unknown};
  const names = Object.keys(Object(profiles));
  if (typeof defaultProfile !== 'string' || names.includes(defaultProfile)) return [];
  const message = `defaultProfile: there is no such profile${suggestion(defaultProfile, names) || '; add it under profiles'}`;
  return [{offset: nodeAt(tree, ['defaultProfile']).offset, message}];
};

const profileNameProblems = (tree: Node): readonly Problem[] =>
  (findNodeAtLocation(tree, ['profiles'])?.children ?? []).flatMap(({offset, children: [name] = []}) => {
    const problem = profileNameProblem(String(name?.value));
    return problem === undefined ? [] : [{offset, message: `profiles: a name ${problem}`}];
  });

const suggestion = (word: string, names: readonly string[]): string => {
  const hint = didYouMean(word, names);
  return hint === '' ? '' : `; ${hint}`;
};

interface Problem {
  readonly offset: number;
  readonly message: string;
}

/** Returns `line:column` of a field or, if the field is missing, of its nearest parent. */
export const positionIn = (given: string, place: readonly string[]): string => {
  const text = withoutByteOrderMark(given);
  const tree = parseTree(text, [], {allowTrailingComma: true});
  return tree === undefined ? '1:1' : positionAt(text, nodeAt(tree, place).offset);
};

const positionAt = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
};

const placed = (problems: readonly Problem[], text: string, path: string): readonly string[] =>
  problems
    .toSorted((one, other) => one.offset - other.offset)
    .filter(({offset}, at, sorted) => offset !== sorted[at - 1]?.offset)
    .map(
      ({offset, message}) =>
        `${path}:${positionAt(text, offset)}: ${sanitise(message)}${message.endsWith('?') ? '' : '.'}`,
    );

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
      const isMissing = findNodeAtLocation(tree, [...place]) === undefined;
      return {offset: node.offset, message: `${shownPlace(tree, place)}${issueMessage(issue, node, isMissing)}`};
    }),
  ];
};

/** `meant` is the path, as JSON, of a known field with a similar name. */
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

/** Fields of the object at a place in the schema. */
const fieldsAt = (place: Place, schema: z.core.$ZodType = configSchema): object => {
  if (schema instanceof z.ZodOptional) return fieldsAt(place, schema.unwrap());
  const [name = '', ...others] = place;
  if (schema instanceof z.ZodRecord) return fieldsAt(others, schema.valueType);
  if (schema instanceof z.ZodArray) return fieldsAt(others, schema.element);
  const {shape} = schema as z.ZodObject;
  return place.length === 0 ? shape : fieldsAt(others, shape[name]);
};

const KINDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'a text in double quotes',
  number: 'a number',
  array: 'a list in [ ]',
  object: 'fields in { }',
  record: 'fields in { }',
};

const issueMessage = (issue: z.core.$ZodIssue, node: Node, isMissing: boolean): string => {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    const expected = KINDS[issue.expected] ?? issue.expected;
    return isMissing
      ? `is missing; expected ${expected}`
      : `expected ${expected}, not ${KINDS[node.type] ?? node.type}`;
  }
  if (issue.code !== 'invalid_value') return issue.message;
  const names = issue.values.map(String);
  return `expected ${names.join(' or ')}${suggestion(String(node.value), names)}`;
};

type Place = readonly (string | number)[];

const placeOf = ({path}: z.core.$ZodIssue): Place => path.map(part => (typeof part === 'number' ? part : String(part)));

/** Omits names that may be secrets, such as those in `runbooks`. */
const shownPlace = (tree: Node, place: Place): string => {
  const isInProfile = place[0] === 'profiles' && nodeAt(tree, place.slice(0, 2)).type === 'object';
  const isListed = ['messages', 'deploys', 'commands', 'notify', 'themes', 'defaults'].includes(String(place[0]));
  const shown = isInProfile || isListed ? place : place.slice(0, 1);
  return shown.length === 0 ? '' : `${shown.join('.')}: `;
};

const nodeAt = (tree: Node, place: Place): Node =>
  findNodeAtLocation(tree, [...place]) ?? (place.length === 0 ? tree : nodeAt(tree, place.slice(0, -1)));

const nameAt = (tree: Node, place: Place): Node => nodeAt(tree, place).parent?.children?.[0] ?? tree;

const SYNTAX_ADVICE: Readonly<Record<string, string>> = {
  InvalidSymbol: 'only texts in double quotes, numbers, true, false and null are values',
  ValueExpected: 'a value is missing',
  PropertyNameExpected: 'a name in double quotes is missing',
  ColonExpected: 'a colon is missing before this',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a } is missing',
  CloseBracketExpected: 'a ] is missing',
  EndOfFileExpected: 'remove what is after the end of the config',
  UnexpectedEndOfComment: 'a comment does not end; add */',
  UnexpectedEndOfString: 'a double quote is missing at the end of the text',
  InvalidUnicode: 'write four hex digits after \\u',
  InvalidEscapeCharacter: 'write \\\\ for a backslash',
  InvalidCharacter: 'write control characters as \\n or \\u0007',
};

const syntaxProblem = ({error, offset}: ParseError): Problem => {
  const name = printParseErrorCode(error);
  return {offset, message: `this is not JSON: ${SYNTAX_ADVICE[name] ?? name}`};
};

/** The messages omit the names, since they may be secrets. */
const repeatedNames = (node: Node): readonly Problem[] => {
  const children = node.children ?? [];
  const names = node.type === 'object' ? children.map(({children: [name] = []}) => String(name?.value)) : [];
  return [
    ...children.flatMap(({offset}, at) =>
      names.length > 0 && names.indexOf(names[at] ?? '') < at
        ? {offset, message: 'this name is there twice; remove one of them'}
        : [],
    ),
    ...children.flatMap(repeatedNames),
  ];
};
