import {covers, hasWild, normal, tokensOf} from '../clusters/tokens.ts';
import type {DictionaryEntry} from './index.ts';
import {ACTIONS} from './messages.ts';

const REST = '<**>';
const WHILE = 'while';

type Node = {
  readonly exact: Map<string, Node>;
  readonly open: {readonly token: string; readonly node: Node}[];
  rest?: Node;
  entry?: DictionaryEntry;
};

const node = (): Node => ({exact: new Map(), open: []});

/** The entry of a line. `tokens[n]`, from its template, covers the tokens `[starts[n], starts[n + 1])` of the line. */
export type DictionaryMatch = {
  readonly entry: DictionaryEntry;
  readonly tokens: readonly string[];
  readonly starts: readonly number[];
};

const insert = (root: Node, entry: DictionaryEntry): void => {
  let at = root;
  for (const token of tokensOf(entry.template)) {
    if (token === REST) at = at.rest ??= node();
    else if (hasWild(token)) {
      const known = at.open.find(other => other.token === token) ?? {token, node: node()};
      if (!at.open.includes(known)) at.open.push(known);
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

type Path = {readonly entry: DictionaryEntry; readonly starts: number[]; readonly tokens: string[]};

const ended = (at: Node, tokens: readonly string[], from: number): Path | undefined => {
  const {entry} = at;
  if (!entry) return undefined;
  if (from === tokens.length) return {entry, starts: [from], tokens: []};
  if (!entry.action || tokens[from] !== WHILE || !ACTIONS.has(tokens.slice(from + 1).join(' '))) return undefined;
  const action = tokens.slice(from);
  return {entry, tokens: action, starts: [...action.keys(), action.length].map(step => from + step)};
};

const step = (token: string, from: number, path: Path | undefined): Path | undefined => {
  if (!path) return undefined;
  path.tokens.unshift(token);
  path.starts.unshift(from);
  return path;
};

/**
 * Finds an entry below a node. Tries exact tokens first, then `<*>`, then `<**>`, so that an entry with more literal
 * text is preferred.
 */
const search = (at: Node, tokens: readonly string[], from: number): Path | undefined => {
  const done = ended(at, tokens, from);
  if (done || from === tokens.length) return done;
  const token = normal(tokens[from] as string);
  const exact = at.exact.get(token);
  const found = exact && step(token, from, search(exact, tokens, from + 1));
  if (found) return found;
  for (const open of at.open) {
    const path = covers(open.token, token) ? step(open.token, from, search(open.node, tokens, from + 1)) : undefined;
    if (path) return path;
  }
  for (let next = from + 1; at.rest && next <= tokens.length; next++) {
    const path = step('<*>', from, search(at.rest, tokens, next));
    if (path) return path;
  }
  return undefined;
};

/** Finds the entry that matches a line. Entries are in a tree of tokens, so a line is not compared with every entry. */
export class Dictionary {
  readonly #root = node();

  constructor(entries: Iterable<DictionaryEntry>) {
    for (const entry of entries) insert(this.#root, entry);
  }

  match(tokens: readonly string[]): DictionaryMatch | undefined {
    return search(this.#root, tokens, 0);
  }
}
