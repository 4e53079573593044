import {commandLayers} from '../../../src/screens/registry.ts';
import type {Pty, WaitOptions} from '../../pty/harness.ts';
import {sessionPids} from '../../pty/process-session.ts';
import type {Cell} from '../../pty/terminal-screen.ts';

type Pattern = string | RegExp;
type Predicate = (driver: Driver) => boolean;
/** Maximum time of a step, in milliseconds; default 30,000. */
type Deadline = Pick<WaitOptions, 'deadline'>;

/** Steps of a script. Each starts when the previous one is done. */
interface Steps {
  /** Presses the first key of each command. The ids are those of the config: `tokens.create`, `dialog.submit`. */
  press(...ids: string[]): Script;
  /** Presses keys by name: `ctrl-u`, `enter`. */
  key(...names: string[]): Script;
  type(text: string): Script;
  /** Pastes text in bracketed-paste mode. */
  paste(text: string): Script;
  resize(cols: number, rows: number): Script;
  /** If a shell started the program, the newest process on the terminal gets the signal. */
  signal(name: NodeJS.Signals): Script;
  /** Waits until the screen contains a text, the text of the screen matches a pattern, or a predicate is true. */
  see(what: Pattern | Predicate, options?: Deadline): Script;
  /** Waits until the screen no longer contains a text or matches a pattern. */
  gone(what: Pattern, options?: Deadline): Script;
  /** Waits for a selected row, marked `▌`, that matches. Patterns are tested on the text after `▌`. */
  selected(what: Pattern, options?: Deadline): Script;
  /** Waits until the status line below the tabs matches. */
  status(what: Pattern, options?: Deadline): Script;
  /** Waits until one row contains the text and matches all patterns. */
  row(text: string): {contains(...patterns: Pattern[]): Script};
  /** Waits until the program ends with this exit code, not by a signal. */
  exits(code: number): Script;
}

type Script = Promise<void> & Steps;

interface Found {
  readonly x: number;
  readonly y: number;
  readonly row: string;
  /** The cell of the first character of the text. */
  readonly cell: Cell;
}

/** The steps of a script, and the current screen of the program. */
export type Driver = Steps &
  Omit<Pty, keyof Steps | 'waitFor'> & {
    /** Finds the first row that contains a text, and the text's first cell. Throws if no row contains it. */
    find(text: string): Found;
  };

const MARK = '▌';
const STATUS_ROW = 3;
const SHOWN_STEPS = 25;

const matches = (text: string, pattern: Pattern): boolean =>
  typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);

const named = (what: Pattern | Predicate): string => {
  if (typeof what === 'string') return JSON.stringify(what);
  return typeof what === 'function' ? what.name || String(what).replaceAll(/\s+/g, ' ') : String(what);
};

const find = (pty: Pty, text: string): Found => {
  const y = pty.screen().findIndex(row => row.includes(text));
  const cells = pty.frame()[y] ?? [];
  const chars = cells.map(({chars, width}) => chars || (width === 0 ? '' : ' '));
  const x = chars.findIndex((_, at) => chars.slice(at).join('').startsWith(text));
  const cell = cells[x];
  if (cell === undefined) throw new Error(`${text} is not on the screen:\n${pty.text()}`);
  return {x, y, row: pty.row(y), cell};
};

/** The message has the steps so far. The stack points at the step's line in the test. */
const failure = (calledAt: Error, script: readonly string[], cause: unknown): Error => {
  const first = Math.max(0, script.length - SHOWN_STEPS);
  const shown = script.slice(first).map((step, at) => `${first + at + 1 === script.length ? '>' : ' '} ${step}`);
  calledAt.message = [`${script.at(-1)} failed. The script:`, ...shown, (cause as Error).message].join('\n');
  const frames = calledAt.stack?.split('\n').filter(line => /^\s+at /.test(line) && !line.includes('/driver.ts'));
  calledAt.stack = [`Error: ${calledAt.message}`, ...(frames ?? [])].join('\n');
  return calledAt;
};

/** A failed step ends the script. The error has the name of the step, the steps before it and the screen. */
export const drive = (pty: Pty): Driver => {
  const script: string[] = [];
  let last: Promise<void> = Promise.resolve();
  let isEscPending = false;

  const step = (name: string, run: () => void | Promise<void>): Script => {
    const calledAt = new Error(name);
    last = last.then(async () => {
      script.push(name);
      try {
        await run();
      } catch (cause) {
        throw failure(calledAt, script, cause);
      }
    });
    return Object.assign(last, steps);
  };

  const checkEsc = (): void => {
    // A terminal program reads Esc directly followed by a key as Alt with that key.
    if (isEscPending) throw new Error('Esc was pressed just before: wait for its effect first (see, gone, selected).');
  };

  const pressKeys = (keys: readonly string[]): void => {
    for (const key of keys) {
      checkEsc();
      pty.press(key);
      isEscPending = key === 'esc';
    }
  };

  const typeText = (text: string): void => {
    checkEsc();
    pty.type(text);
  };

  const wait = (name: string, isMet: () => boolean, options: Deadline = {}): Script =>
    step(name, async () => {
      await pty.waitFor(isMet, {...options, name: 'it'});
      isEscPending = false;
    });

  const steps: Steps = {
    press: (...ids) => step(`press ${ids.join(', ')}`, () => pressKeys(ids.map(id => keysOf(id)[0] ?? ''))),
    key: (...names) => step(`key ${names.join(', ')}`, () => pressKeys(names)),
    type: text => step(`type ${named(text)}`, () => typeText(text)),
    paste: text => step(`paste ${named(text)}`, () => typeText(`\u001B[200~${text}\u001B[201~`)),
    resize: (cols, rows) => step(`resize ${cols}×${rows}`, () => pty.resize(cols, rows)),
    signal: name => step(`signal ${name}`, () => void process.kill(Math.max(...sessionPids(pty.pid)), name)),
    see: (what, options) => {
      const isSeen = () => (typeof what === 'function' ? what(driver) : matches(pty.text(), what));
      return wait(`see ${named(what)}`, isSeen, options);
    },
    gone: (what, options) => wait(`gone ${named(what)}`, () => !matches(pty.text(), what), options),
    selected: (what, options) => {
      const isSelected = (row: string) => {
        const at = row.indexOf(MARK);
        return at >= 0 && matches(row.slice(at + MARK.length).trimStart(), what);
      };
      return wait(`selected ${named(what)}`, () => pty.screen().some(isSelected), options);
    },
    status: (what, options) => wait(`status ${named(what)}`, () => matches(pty.row(STATUS_ROW), what), options),
    row: text => ({
      contains: (...patterns) => {
        const isIt = (row: string) => row.includes(text) && patterns.every(pattern => matches(row, pattern));
        return wait(`row ${named(text)} contains ${patterns.map(named).join(', ')}`, () => pty.screen().some(isIt));
      },
    }),
    exits: code => {
      const hasExited = () => pty.exited()?.code === code && pty.exited()?.signal === 0;
      return wait(`exits ${code}`, hasExited);
    },
  };

  const driver: Driver = {...pty, ...steps, find: text => find(pty, text)};
  return driver;
};

const records = commandLayers().flatMap(({layer, commands}) =>
  commands.map(({id, keys}) => ({id: `${layer}.${id}`, keys})),
);

/** The ids are those of the config: `tokens.create`, `global.quit`, `dialog.submit`. */
export const keysOf = (id: string): readonly string[] => {
  const [keys = [], ...others] = records.filter(record => record.id === id).map(record => record.keys);
  if (keys.length === 0) throw new Error(`no key is bound to ${id}`);
  // Several dialogs have a command with the same id, such as `dialog.close`.
  if (others.some(([first]) => first !== keys[0])) throw new Error(`${id} has different keys in different dialogs`);
  return keys;
};
