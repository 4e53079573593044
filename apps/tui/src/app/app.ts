import type {Exchange} from '@edge-console/client';
import type {LiveCommand} from '../commands/command.ts';
import type {Tab} from '../commands/global.ts';
import type {CommandNames} from '../commands/names.ts';
import type {KeyOverrides} from '../commands/overrides.ts';
import type {Connection} from '../core/connection.ts';
import type {Preferences} from '../core/preferences.ts';
import type {EffectContext, Mounted, OpenDialog, Params, ScreenEntry, Size, Target, Tone} from '../core/screen.ts';
import type {PlaceSource} from '../dialogs/command-line/candidates.ts';
import type {WatchState} from './watcher.ts';

/** Profiles of the config. */
interface Profiles {
  readonly names: readonly string[];
  /** Opens the gateway of a profile, with its stored credential. Rejects with an error whose message is for the screen. */
  open(name: string): Promise<Connection>;
}

/** The terminal, and the program in it. */
export interface AppPorts {
  /** Copies text to the clipboard; returns a sentence if it cannot. */
  copy(text: string): string | undefined;
  bell(): void;
  quit(): void;
  suspend(): void;
  repaint(): void;
  readonly themes?: {
    readonly names: readonly string[];
    /** Draws with a theme from now on. */
    use(name: string): void;
  };
}

/** What the console shows, and the gateway, config and size that it starts with. */
export interface AppOptions {
  readonly screens: readonly ScreenEntry[];
  /** Id of the screen that is shown first. */
  readonly first: string;
  /** Entries of the palette in addition to commands and named views. */
  readonly places?: readonly PlaceSource[];
  readonly names: CommandNames;
  readonly keys: KeyOverrides;
  readonly connection: Connection | undefined;
  readonly open: (target: Target) => Connection | Promise<Connection>;
  readonly profiles?: Profiles | undefined;
  /** The stored data of a profile; absent: nothing outlives the program. */
  readonly preferences?: ((profile: string) => Preferences) | undefined;
  readonly runbooks?: EffectContext['runbooks'] | undefined;
  readonly configPath?: string | undefined;
  /** The last requests, oldest first. The owner of the clients appends to it. */
  readonly exchanges: readonly Exchange[];
  readonly size: Size;
  /** Pane size for a terminal size. */
  readonly paneOf: (terminal: Size) => Size;
  readonly now: () => number;
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
  push(open: OpenDialog): void;
  flash(tone: Tone, text: string, hint?: string): void;
  readonly names: CommandNames;
  /** Commands of the dialog or screen in front, and global ones, with the keys that reach them now. */
  commands(): {readonly front: readonly LiveCommand[]; readonly global: readonly LiveCommand[]};
}
