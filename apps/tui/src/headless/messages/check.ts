import {createMiner, type Pattern, parseLine} from '@edge-console/patterns';
import {explanationOf} from '@edge-console/patterns/explanations';
import {messageLine} from '../../logs/conditions/entry-values.ts';
import type {Messages} from '../../logs/messages.ts';

/** `overlap` counts lines that match several messages, and `unexplained` lines of a pattern without an explanation. */
export interface CheckRow {
  readonly kind: 'message' | 'overlap' | 'unexplained';
  readonly ids: readonly string[];
  readonly template?: string;
  readonly lines: number;
  /** `example` is the first matching line, not sanitised. `at` is its line number in the file, from 1. */
  readonly example?: string;
  readonly at?: number;
}

/** Each entry is counted in `own` (the config explains it), `known` (the console does) or `unexplained`. */
export interface CheckTotals {
  readonly entries: number;
  /** Continuation lines of an entry, such as a Lua traceback. */
  readonly further: number;
  readonly own: number;
  readonly known: number;
  readonly unexplained: number;
}

/** Limits the memory of the cache `isKnown`. */
const MAX_IDS = 20_000;
const STARTS = /^\d{4}\/\d\d\/\d\d /;

/** With `isOwnText`, the explanation only says that the operator's own Lua code wrote the text. */
const isExplained = (pattern: Pattern): boolean => {
  const explanation = explanationOf(pattern);
  return pattern.known !== undefined || (explanation !== undefined && !explanation.isOwnText);
};

export const createCheck = (messages: Messages) => {
  const own = new Map<string, CheckRow>(
    messages.all.map(({id}) => [id, {kind: 'message', ids: [id], lines: 0} satisfies CheckRow]),
  );
  const overlaps = new Map<string, CheckRow>();
  const miner = createMiner();
  const isKnown = new Map<string, boolean>();
  const totals = {entries: 0, further: 0, own: 0, known: 0, unexplained: 0};
  let at = 0;
  let isDated = false;

  const count = (rows: Map<string, CheckRow>, row: CheckRow): void => {
    const key = row.ids.join('\n');
    const {lines = 0, ...first} = rows.get(key) ?? {};
    rows.set(key, {...row, ...(lines > 0 && first), lines: lines + 1});
  };
  const knows = (id: string): boolean => {
    const known = isKnown.get(id);
    if (known !== undefined) return known;
    if (isKnown.size >= MAX_IDS) isKnown.clear();
    const pattern = miner.pattern(id);
    const answer = pattern !== undefined && isExplained(pattern);
    isKnown.set(id, answer);
    return answer;
  };

  return {
    totals: (): CheckTotals => totals,
    add(line: string): void {
      at++;
      if (line.trim() === '') return;
      const isStart = STARTS.test(line);
      // In an nginx log, a line without a time continues the previous entry. In other files, each line is a message.
      if (isDated && !isStart && parseLine(line).head === '') {
        totals.further++;
        return;
      }
      isDated ||= isStart;
      totals.entries++;
      const ids = messages.idsOf(messageLine({log: line}));
      for (const id of ids) count(own, {kind: 'message', ids: [id], lines: 0, example: line, at});
      if (ids.length > 1) count(overlaps, {kind: 'overlap', ids, lines: 0, example: line, at});
      if (ids.length > 0) totals.own++;
      else if (knows(miner.add(line, {id: at}))) totals.known++;
      else totals.unexplained++;
    },
    rows: (top: number): readonly CheckRow[] => [
      ...own.values(),
      ...overlaps.values(),
      ...miner
        .patterns()
        .filter(pattern => !isExplained(pattern))
        .slice(0, top)
        .map(
          ({template, lines, sample: {line, id}}): CheckRow => ({
            ...{kind: 'unexplained', ids: [], template, lines, example: line},
            ...(typeof id === 'number' && {at: id}),
          }),
        ),
    ],
  };
};

/** The limit in UTF-16 units bounds the memory for a file without line breaks. */
const MAX_LINE = 65_536;

export async function* linesOf(input: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const text: string = typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, {stream: true});
    const lines = text.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) yield line.slice(0, MAX_LINE).replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}
