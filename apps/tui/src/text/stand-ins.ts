import {sanitise} from './sanitise.ts';

const KINDS = [
  {marks: /[\u2400-\u2421]/g, one: 'control character', many: 'control characters'},
  {marks: /⇥/g, one: 'tab', many: 'tabs'},
  {marks: /⏎/g, one: 'line break', many: 'line breaks'},
  {marks: /\uFFFD/g, one: 'invisible or malformed character', many: 'invisible or malformed characters'},
] as const;

const MAX_MARKS = 5;

/** Returns texts such as `3 control characters shown as ␛ ␇`. */
export const standInWords = (text: string): readonly string[] => {
  const safe = sanitise(text);
  if (safe === text) return [];
  return KINDS.flatMap(({marks, one, many}) => {
    const drawn = countMarks(safe, marks);
    const own = countMarks(text, marks);
    const added = [...drawn].flatMap(([mark, number]) => {
      const more = number - (own.get(mark) ?? 0);
      return more > 0 ? [{mark, more}] : [];
    });
    const number = added.reduce((sum, {more}) => sum + more, 0);
    if (number === 0) return [];
    const shown = added.slice(0, MAX_MARKS).map(({mark}) => mark);
    const rest = added.length > MAX_MARKS ? ' …' : '';
    return [`${number} ${number === 1 ? one : many} shown as ${shown.join(' ')}${rest}`];
  });
};

const countMarks = (text: string, marks: RegExp): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const [mark] of text.matchAll(marks)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
};
