import {WILD} from '../scan/masked.ts';
import {covers, hasWild, isWild, normal, tokensOf, wildcards} from '../template-tokens.ts';
import {ACTIONS} from './actions.ts';
import type {DictionaryEntry} from './index.ts';

const REST = '<**>';
/** nginx may append an errno, an OpenSSL error, or both to any message. */
const ERRNO = '(<*>)';
const SSL = '(SSL:';
const WHILE = 'while';

type Node = {
  readonly exact: Map<string, Node>;
  readonly open: {readonly token: string; readonly node: Node}[];
  rest?: Node;
  /** Entry whose template ends with `"<**>`, for a quoted text without closing quote. */
  openQuote?: DictionaryEntry;
  /** Node after the template token `(<**>)`, which matches one or more tokens in parentheses. */
  parentheses?: Node;
  entry?: DictionaryEntry;
};

const node = (): Node => ({exact: new Map(), open: []});

/** Token n of the template matches the tokens `[starts[n], starts[n + 1])` of the line. */
type DictionaryMatch = {readonly entry: DictionaryEntry; readonly starts: number[]; readonly tokens: string[]};

export type Dictionary = (tokens: readonly string[]) => DictionaryMatch | undefined;

const insert = (root: Node, entry: DictionaryEntry): void => {
  let at = root;
  for (const token of tokensOf(entry.template)) {
    if (token === `"${REST}`) {
      at.openQuote = entry;
      return;
    }
    if (token === REST) at = at.rest ??= node();
    else if (token === `(${REST})`) at = at.parentheses ??= node();
    else if (hasWild(token)) {
      const known = at.open.find(other => other.token === token) ?? {token, node: node()};
      if (!at.open.includes(known)) {
        at.open.push(known);
        // Tokens with more literal text are preferred, such as `"<*>..."` to `"<*>"`.
        at.open.sort((a, b) => b.token.length - a.token.length);
      }
      at = known.node;
    } else {
      const known = at.exact.get(token) ?? node();
      at.exact.set(token, known);
      at = known;
    }
  }
  if (at.entry) throw new TypeError(`Two dictionary entries have the template ${entry.template}.`);
  at.entry = entry;
};

const afterErrors = (tokens: readonly string[], from: number): number => {
  const ssl = tokens[from] === SSL && from + 1 < tokens.length ? from + 2 : from;
  return tokens[ssl] === ERRNO ? ssl + 1 : ssl;
};

/**
 * After the end of a template, accepts an errno, an OpenSSL error and a ` while …` action, because nginx may append
 * these texts to any message.
 */
const ended = ({entry}: Node, tokens: readonly string[], from: number): DictionaryMatch | undefined => {
  if (!entry) return undefined;
  const next = afterErrors(tokens, from);
  if (next < tokens.length && (tokens[next] !== WHILE || !ACTIONS.has(tokens.slice(next + 1).join(' '))))
    return undefined;
  const appended = tokens.slice(from);
  return {entry, tokens: appended, starts: [...appended.keys(), appended.length].map(step => from + step)};
};

const step = (token: string, from: number, path: DictionaryMatch | undefined): DictionaryMatch | undefined => {
  if (!path) return undefined;
  path.tokens.unshift(token);
  path.starts.unshift(from);
  return path;
};

const fits = (own: string, token: string): boolean =>
  wildcards(own) > 1 && !isWild(own) ? own === token : covers(own, token);

const closesAt = (tokens: readonly string[], from: number): number => {
  if (!tokens[from]?.startsWith('(')) return -1;
  for (let at = from; at < tokens.length; at++) if (tokens[at]?.endsWith(')')) return at + 1;
  return -1;
};

/** Tries exact tokens first, then `<*>`, and then `<**>`, so that entries with more literal text are preferred. */
const search = (at: Node, tokens: readonly string[], from: number): DictionaryMatch | undefined => {
  if (from === tokens.length) return ended(at, tokens, from);
  const token = normal(tokens[from] as string);
  const exact = at.exact.get(token);
  const found = exact && step(token, from, search(exact, tokens, from + 1));
  if (found) return found;
  for (const open of at.open) {
    const path = fits(open.token, token) ? step(open.token, from, search(open.node, tokens, from + 1)) : undefined;
    if (path) return path;
  }
  const close = at.parentheses ? closesAt(tokens, from) : -1;
  const inParentheses =
    at.parentheses && close > 0 ? step(ERRNO, from, search(at.parentheses, tokens, close)) : undefined;
  if (inParentheses) return inParentheses;
  for (let next = from + 1; at.rest && next <= tokens.length; next++) {
    const path = step(WILD, from, search(at.rest, tokens, next));
    if (path) return path;
  }
  if (at.openQuote && token.startsWith('"'))
    return {entry: at.openQuote, tokens: [`"${WILD}`], starts: [from, tokens.length]};
  return ended(at, tokens, from);
};

/** The first call of the returned function throws a TypeError if two entries have the same template. */
export const createDictionary = (entries: () => Iterable<DictionaryEntry>): Dictionary => {
  let root: Node | undefined;
  return tokens => {
    root ??= treeOf(entries());
    return search(root, tokens, 0);
  };
};

const treeOf = (entries: Iterable<DictionaryEntry>): Node => {
  const root = node();
  for (const entry of entries) insert(root, entry);
  return root;
};
