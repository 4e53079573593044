import {findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode} from 'jsonc-parser';
import * as z from 'zod';
import type {CommandLayer} from '../commands/command.ts';
import {overrideProblem} from '../commands/overrides.ts';
import {themeNames} from '../theme/themes.ts';
import {UsageError} from './args.ts';

const profile = z.strictObject({
  url: z.url(),
  consoleUrl: z.url().optional(),
  username: z.string().optional(),
  apiTokenFile: z.string().optional(),
  /** Shell command that prints the API token, such as `pass show edge`. */
  tokenCommand: z.string().optional(),
  consoleTokenFile: z.string().optional(),
  caFile: z.string().optional(),
  pinSha256: z.string().optional(),
  insecure: z.boolean().optional(),
});
export type Profile = z.infer<typeof profile>;

export const configSchema = z.strictObject({
  profiles: z.record(z.string(), profile).optional(),
  defaultProfile: z.string().optional(),
  /** Keys by command, such as `"error-logs.filter": ["F"]`; an empty list leaves a command without a key. */
  keys: z.record(z.string(), z.array(z.string())).optional(),
  ascii: z.boolean().optional(),
  theme: z.enum(themeNames).optional(),
  /** URLs by id of a known message (field `known` of `logs patterns`) or by template. */
  runbooks: z.record(z.string(), z.url()).optional(),
});
export type Config = z.infer<typeof configSchema>;

/**
 * Parses and checks a config file. Throws a {@link UsageError} that starts with path, line and column of the first
 * problem; values of profiles are not quoted, since they may be misplaced secrets.
 */
export const parseConfig = (text: string, path: string, layers: readonly CommandLayer[]): Config => {
  const refuse = (offset: number, message: string): never => {
    const before = text.slice(0, offset).split('\n');
    throw new UsageError(
      `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${message}${message.endsWith('?') ? '' : '.'}`,
    );
  };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, {disallowComments: true});
  const [error] = errors;
  if (error !== undefined) return refuse(error.offset, `this is not JSON: ${syntaxProblem(error)}`);
  if (tree === undefined) return refuse(0, 'the file is empty');
  const parsed = configSchema.safeParse(JSON.parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(part => (typeof part === 'number' ? part : String(part))) ?? [];
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const node = unknown === undefined ? nodeAt(tree, place) : nameAt(tree, [...place, unknown]);
    const where = place.length === 0 ? '' : `${place.join('.')}: `;
    return refuse(node.offset, `${where}${issue?.message ?? 'not a config'}`);
  }
  const problem = overrideProblem(parsed.data.keys ?? {}, layers);
  if (problem !== undefined) {
    const {id, key, message} = problem;
    const node = key === undefined ? nameAt(tree, ['keys', id]) : nodeAt(tree, ['keys', id, key]);
    return refuse(node.offset, message);
  }
  return parsed.data;
};

type Place = readonly (string | number)[];

/** The node at a place, or its nearest ancestor if a property is missing. */
const nodeAt = (tree: Node, place: Place): Node =>
  findNodeAtLocation(tree, [...place]) ?? (place.length === 0 ? tree : nodeAt(tree, place.slice(0, -1)));

const nameAt = (tree: Node, place: Place): Node => nodeAt(tree, place).parent?.children?.[0] ?? tree;

/** `CommaExpected` as `comma expected`. */
const syntaxProblem = ({error}: ParseError): string =>
  printParseErrorCode(error)
    .replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter}`)
    .toLowerCase();
