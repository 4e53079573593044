import type {CommandRecord, LiveCommand} from '../commands/command.ts';
import type {Tab} from '../commands/global.ts';
import type {CommandNames} from '../commands/names.ts';
import type {Connection} from './connection.ts';
import type {Host, Mounted, Params, Size, Tone} from './screen.ts';
import type {WatchState} from './watch.ts';

/** A screen before it is mounted. */
export interface ScreenEntry {
  readonly id: string;
  readonly title: string;
  /** All its commands, in any state. */
  readonly commands: readonly CommandRecord[];
  mount(host: Host): Mounted;
}

export interface Flash {
  readonly tone: Tone;
  /** Shown as it is. */
  readonly text: string;
  /** Follows `text`; placeholders of {@link CommandNames} are replaced. */
  readonly hint: string | undefined;
  readonly until: number;
}

/** Snapshot for drawing: a new object after every change. */
export interface AppView {
  readonly tabs: readonly Tab[];
  readonly active: string;
  readonly screen: Mounted;
  readonly dialog: Mounted | undefined;
  readonly flash: Flash | undefined;
  readonly watch: WatchState | undefined;
  readonly connection: Connection | undefined;
  readonly size: Size;
}

/** What shows a view again. */
export interface Address {
  readonly screen: string;
  readonly params: Params;
}

/** The console without its view: screens, dialogs, connection and keys. Knows no screen by name. */
export interface App {
  view(): AppView;
  subscribe(changed: () => void): () => void;
  start(): void;
  press(key: string): void;
  paste(text: string): void;
  resize(size: Size): void;
  goto(id: string, params?: Params): void;
  step(by: number): void;
  push(open: (host: Host) => Mounted): void;
  flash(tone: Tone, text: string, hint?: string): void;
  readonly names: CommandNames;
  /** Commands of the dialog or screen in front, and global ones, with the keys that reach them now. */
  commands(): {readonly front: readonly LiveCommand[]; readonly global: readonly LiveCommand[]};
}
