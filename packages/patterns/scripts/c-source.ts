export type Call = {readonly name: string; readonly line: number; readonly args: readonly string[]};

const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\.)*'/g;

/** Line numbers stay the same. Both branches of an `#if` remain. */
export const withoutComments = (source: string): string =>
  source
    .replaceAll(TOKEN, text => (text.startsWith('/') ? text.replaceAll(/[^\n]/g, ' ') : text))
    .replaceAll(/\\\n/g, ' \n')
    .replaceAll(/^[ \t]*#(?!define)[^\n]*/gm, '');

const argumentsAt = (source: string, from: number): string[] | undefined => {
  const args: string[] = [];
  let [depth, start] = [0, from];
  const token = new RegExp(`${TOKEN.source}|[(){},]`, 'g');
  token.lastIndex = from;
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    const [text] = found;
    if (text === ',' && depth === 0) {
      args.push(source.slice(start, found.index).trim());
      start = token.lastIndex;
    } else if (text === '(' || text === '{') depth++;
    else if (text === ')' || text === '}') {
      if (--depth >= 0) continue;
      return [...args, source.slice(start, found.index).trim()];
    }
  }
  return undefined;
};

export const callsIn = (source: string, names: readonly string[]): Call[] => {
  const calls: Call[] = [];
  let [line, counted] = [1, 0];
  for (const found of source.matchAll(new RegExp(`\\b(${names.join('|')})\\(`, 'g'))) {
    line += source.slice(counted, found.index).split('\n').length - 1;
    counted = found.index;
    const args = argumentsAt(source, found.index + found[0].length);
    if (args !== undefined) calls.push({name: found[1] ?? '', line, args});
  }
  return calls;
};

const ESCAPES: Readonly<Record<string, string>> = {n: '\n', t: '\t', r: '\r'};

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);

const CONDITIONAL = /^[^"?]*\?([\s\S]*)\s:\s([\s\S]*)$/;

/** `a ? "b" : "c"` has several texts. An expression with parts other than literals and macros has none. */
export const textsOf = (expression: string, macros: ReadonlyMap<string, string> = new Map()): string[] => {
  const [, first, second] = CONDITIONAL.exec(expression) ?? [];
  if (first !== undefined && second !== undefined) {
    const branches = [textsOf(first, macros), textsOf(second, macros)];
    return branches.some(texts => texts.length === 0) ? [] : branches.flat();
  }
  let text: string | undefined;
  let rest = expression.replace(/^\((?:u_char|char) \*\)/, '').trim();
  while (rest !== '') {
    const [whole, literal, name] = /^(?:"((?:[^"\\]|\\[\s\S])*)"|(\w+))\s*/.exec(rest) ?? [];
    const part = literal === undefined ? macros.get(name ?? '') : unescaped(literal);
    if (whole === undefined || part === undefined) return [];
    text = (text ?? '') + part;
    rest = rest.slice(whole.length);
  }
  return text === undefined ? [] : [text];
};
