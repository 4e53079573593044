import {createHeldInput} from './held-input.ts';

const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';
/** Reports of buttons, the wheel and drags (1002) in the SGR format (1006). */
const ON = '\u001B[?1002h\u001B[?1006h';
const OFF = '\u001B[?1006l\u001B[?1002l';
/** A bracketed paste, or a mouse report. A report without its last character is malformed. */
const PASTE_OR_REPORT = /\u001B\[200~.*?(?:\u001B\[201~|$)|\u001B\[<([ -?]*)([@-~]?)|\u001B\[M[^\u001B]{3}/gs;
const REPORT = '\u001B[<';
/** A report in the old format is dropped, since its cells may be wrong. */
const OLD_REPORT = '\u001B[M';
/** A mouse report whose end has not arrived. With the mouse off, Esc and `Esc [` do not match, so no key is delayed. */
const BEGUN = {on: /\u001B(?:\[(?:<[ -?]{0,40}|M[^\u001B]{0,2})?)?$/, off: /\u001B\[<[ -?]{0,40}$/};

/** Cells count from 0 at the top left corner. */
export interface MouseReport {
  readonly kind: 'press' | 'drag' | 'release' | 'wheel-up' | 'wheel-down';
  readonly column: number;
  readonly row: number;
}

const KINDS: Readonly<Record<string, MouseReport['kind']>> = {
  '0M': 'press',
  '0m': 'release',
  '32M': 'drag',
  '64M': 'wheel-up',
  '65M': 'wheel-down',
};

const reportOf = (parameters: string, final: string): MouseReport | undefined => {
  const [, button, column = 0, row = 0] = /^(\d{1,3});(\d{1,4});(\d{1,4})$/.exec(parameters) ?? [];
  const kind = KINDS[`${button}${final}`];
  const cell = {column: Number(column) - 1, row: Number(row) - 1};
  return kind === undefined || cell.column < 0 || cell.row < 0 ? undefined : {kind, ...cell};
};

interface MouseOptions {
  readonly isOn: boolean;
  write(sequence: string): void;
  unread(text: string): void;
  reported(report: MouseReport): void;
}

export type Mouse = ReturnType<typeof createMouse>;

export const createMouse = ({isOn: isOnAtStart, write, unread, reported}: MouseOptions) => {
  let isOn = isOnAtStart;
  let isOpen = false;
  let queue: (string | MouseReport)[] = [];
  const held = createHeldInput({begun: () => (isOn ? BEGUN.on : BEGUN.off), certain: REPORT, unread});

  const close = (): string => {
    const sequence = isOpen && isOn ? OFF : '';
    isOpen = false;
    return sequence;
  };
  const open = (): string => {
    isOpen = true;
    return isOn ? ON : '';
  };
  const partsOf = (chunk: string): (string | MouseReport)[] => {
    const text = held.cut(held.join(chunk));
    const parts: (string | MouseReport)[] = [];
    let keys = '';
    let end = 0;
    for (const {index, 0: sequence, 1: parameters, 2: final = ''} of text.matchAll(PASTE_OR_REPORT)) {
      const isOld = isOn && sequence.startsWith(OLD_REPORT);
      if (parameters === undefined && !isOld) continue;
      keys += text.slice(end, index);
      end = index + sequence.length;
      const report = reportOf(parameters ?? '', final);
      if (report === undefined) continue;
      parts.push(keys, report);
      keys = '';
    }
    return [...parts, keys + text.slice(end)].filter(part => part !== '');
  };

  return {
    isOn: () => isOn,
    set(next: boolean): void {
      if (next === isOn) return;
      isOn = next;
      if (isOpen) write(isOn ? ON : OFF);
    },
    output: (chunk: string): string =>
      chunk.replaceAll(ENTER, enter => enter + open()).replaceAll(LEAVE, leave => close() + leave),
    /** If keys and then a mouse report have arrived, returns the keys and handles the report in the next call. */
    read(next: () => unknown): unknown {
      for (;;) {
        const part = queue.shift();
        if (typeof part === 'string') return part;
        if (part !== undefined) {
          if (isOn) reported(part);
          continue;
        }
        const chunk = next();
        if (typeof chunk !== 'string') return chunk;
        queue = partsOf(chunk);
      }
    },
    /** Must be called if the program exits without leaving the alternate screen. */
    close: (): void => write(close()),
  };
};
