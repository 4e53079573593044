import {applyEdits, type Edit, findNodeAtLocation, modify, type Node, parseTree} from 'jsonc-parser';

/** Sets a value, or removes it if it is undefined. `modify` of jsonc-parser alone would move or remove comments. */
export const editJson = (text: string, path: readonly string[], value: unknown): string => {
  const tree = parseTree(text, [], {allowTrailingComma: true});
  const node = tree && findNodeAtLocation(tree, [...path]);
  const parent = tree && findNodeAtLocation(tree, path.slice(0, -1));
  if (value === undefined) return node?.parent === undefined ? text : applyEdits(text, removal(text, node.parent));
  const name = path.at(-1) ?? '';
  if (parent === undefined && path.length > 1) return editJson(text, path.slice(0, -1), {[name]: value});
  const last = parent?.children?.at(-1);
  const added = node === undefined && last !== undefined ? addition(text, last, [name, value]) : undefined;
  const unit = unitOf(text);
  const formattingOptions = {insertSpaces: !unit.startsWith('\t'), tabSize: unit.length};
  return applyEdits(text, added ?? modify(text, [...path], value, {formattingOptions}));
};

const unitOf = (text: string): string => /^[\t ]+(?=")/m.exec(text)?.[0] ?? '  ';

/** Returns edits that add a line after the property `last`. Undefined if `last` shares its line with others. */
const addition = (text: string, last: Node, [name, value]: [string, unknown]): Edit[] | undefined => {
  const start = lineStart(text, last.offset);
  const indent = text.slice(start, last.offset);
  const {comma, lineEnd, ends} = after(text, last);
  if (indent.trim() !== '' || ends === undefined) return undefined;
  const json = JSON.stringify(value, undefined, unitOf(text)).replaceAll('\n', `${ends}${indent}`);
  const line = `${ends}${indent}${JSON.stringify(name)}: ${json}${comma === undefined ? '' : ','}`;
  return [...(comma === undefined ? [insert(end(last), ',')] : []), insert(lineEnd, line)];
};

/** Returns edits that remove a property and the comment on its line, and the line if nothing else is on it. */
const removal = (text: string, property: Node): Edit[] => {
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const {comma, lineEnd, ends} = after(text, property);
  const start = lineStart(text, property.offset);
  const isAlone = ends !== undefined && text.slice(start, property.offset).trim() === '';
  const edits = isAlone
    ? [cut(start, lineEnd + ends.length)]
    : [
        cut(
          text.slice(0, property.offset).replace(/[^\S\n]+$/, '').length,
          comma === undefined ? end(property) : comma + 1,
        ),
      ];
  if (comma !== undefined || previous === undefined) return edits;
  const before = after(text, previous, 'anywhere').comma;
  return before === undefined ? edits : [cut(before, before + 1), ...edits];
};

const cut = (from: number, to: number): Edit => ({offset: from, length: to - from, content: ''});
const insert = (offset: number, content: string): Edit => ({offset, length: 0, content});
const end = ({offset, length}: Node): number => offset + length;
const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/**
 * Skips spaces, commas and comments after `node`. `ends` is the line break there, or undefined if other text follows.
 */
const after = (text: string, node: Node, where: 'line' | 'anywhere' = 'line') => {
  const start = end(node);
  const pattern = where === 'line' ? /(?:[^\S\r\n]|,|\/\*.*?\*\/|\/\/.*)*/y : /(?:\s|,|\/\*[\s\S]*?\*\/|\/\/.*)*/y;
  pattern.lastIndex = start;
  const [rest = ''] = pattern.exec(text) ?? [];
  const comma = rest.replaceAll(COMMENTS, comment => ' '.repeat(comment.length)).indexOf(',');
  const lineEnd = start + rest.length;
  const ends = ['\n', '\r\n'].find(each => text.startsWith(each, lineEnd));
  return {comma: comma === -1 ? undefined : start + comma, lineEnd, ends};
};
