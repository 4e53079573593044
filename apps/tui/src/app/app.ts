import type {Exchange} from '@edge-console/client';
import type {LiveCommand} from '../commands/command.ts';
import type {Tab} from '../commands/global.ts';
import type {CommandNames} from '../commands/names.ts';
import type {KeyOverrides} from '../commands/overrides.ts';
import type {OwnCommand} from '../commands/own-command.ts';
import type {Connection, Identity} from '../core/connection/connection.ts';
import type {Journal} from '../core/connection/recorded-changes.ts';
import type {PointerEvent} from '../core/pointer-event.ts';
import type {Preferences} from '../core/preferences.ts';
import type {
  EffectContext,
  Host,
  Mounted,
  OpenDialog,
  Params,
  ScreenEntry,
  Size,
  Target,
  Tone,
  ViewEntry,
} from '../core/screen.ts';
import type {PlaceSource} from '../dialogs/command-line/candidates.ts';
import type {ProfileEdits} from '../dialogs/profile-form.ts';
import type {Alarm, WatchParser} from '../explore/watch.ts';
import type {ProfileStart} from './stage.ts';
import type {WatchState} from './watch/watcher.ts';

interface Profiles {
  readonly names: readonly string[];
  open(name: string): Promise<Connection>;
  readonly edits?: ProfileEdits | undefined;
}

interface OwnProgram {
  readonly argv: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly input: string | undefined;
  readonly usesTerminal: boolean;
}

export interface EndedProgram {
  readonly problem: string | undefined;
  readonly output: string;
  readonly isCut: boolean;
  readonly firstError: string | undefined;
}

export interface AppPorts {
  copy(text: string): string | undefined;
  /** Resolves to an error message if the notification failed. */
  alarm(alarm: Alarm, gateway: Pick<Connection, 'profile' | 'url'>): Promise<string | undefined> | undefined;
  /** Resolves to undefined if the program was not started. Without this function, the console runs no programs. */
  run?(program: OwnProgram, signal: AbortSignal): Promise<EndedProgram | undefined>;
  quit(): void;
  lock(): void;
  editConfig?(): Promise<string | undefined>;
  suspend(): void;
  repaint(): void;
  readonly mouse?: {
    isOn(): boolean;
    set(isOn: boolean): void;
  };
  readonly themes?: {
    names(): readonly string[];
    use(name: string): void;
  };
}

/** What the app can add after its first frame. */
export interface Parts {
  readonly screens: readonly ScreenEntry[];
  readonly places?: readonly PlaceSource[];
  readonly names: CommandNames;
  /** For the command `watch`. */
  readonly parseWatch?: WatchParser;
}

export interface AppOptions extends Parts {
  readonly first: string;
  /** Default: the tabs of `screens`. If a tab has no screen yet, input waits for `add`. */
  readonly tabs?: readonly Tab[];
  readonly keys: KeyOverrides;
  readonly connection: Connection | undefined;
  readonly open: (target: Target) => Connection | Promise<Connection>;
  readonly profiles?: Profiles | undefined;
  readonly preferences?: ((profile: string) => Preferences) | undefined;
  readonly start?: ((place: Pick<Connection, 'profile' | 'url'>) => ProfileStart) | undefined;
  readonly journal?: Journal | undefined;
  readonly runbooks?: EffectContext['runbooks'] | undefined;
  readonly messages?: EffectContext['messages'] | undefined;
  readonly commands?: readonly OwnCommand[] | undefined;
  readonly deploys?: EffectContext['deploys'] | undefined;
  readonly configPath?: string | undefined;
  /** The most recent HTTP requests, oldest first. The code that creates the clients appends to this array. */
  readonly exchanges: readonly Exchange[];
  readonly size: Size;
  readonly paneOf: (terminal: Size) => Size;
  readonly now: () => number;
}

export interface Flash {
  readonly tone: Tone;
  readonly text: string;
  /** Shown after `text`. Placeholders such as `{tokens.create}` are replaced by the command's key. */
  readonly hint: string | undefined;
  readonly until: number;
}

export interface AppView {
  readonly tabs: readonly Tab[];
  readonly tab: string;
  /** The views of the active tab, the tab's own screen first. Empty if the tab has only one. */
  readonly views: readonly (ViewEntry & {readonly id: string})[];
  readonly active: string;
  readonly screen: Mounted;
  readonly dialog: Mounted | undefined;
  readonly flash: Flash | undefined;
  readonly watch: WatchState | undefined;
  readonly connection: Connection | undefined;
  readonly size: Size;
}

export interface App {
  view(): AppView;
  subscribe(changed: () => void): () => void;
  start(): void;
  /** `parts` must have the screens of all tabs. Mounts the missing ones, then handles the input that waited. */
  add(parts: Parts): void;
  press(key: string): void;
  paste(text: string): void;
  /** The coordinates of the event are relative to the pane. */
  point(event: PointerEvent): void;
  resize(size: Size): void;
  /** Shows a tab or view. Without `params`, its filter is copied from the view that was last shown in the same tab. */
  goto(id: string, params?: Params): void;
  step(by: number): void;
  push(open: OpenDialog): void;
  flash(tone: Tone, text: string, hint?: string): void;
  /** `relabel` returns a copy of a connection with the label that the new config gives its gateway. */
  reconfigure(
    config: Pick<AppOptions, 'names' | 'keys' | 'profiles' | 'runbooks' | 'messages' | 'deploys' | 'commands'>,
    relabel: (connection: Connection) => Connection,
  ): void;
  connectFirst(profile: string): void;
  renewed(identity: Identity): void;
  readonly names: CommandNames;
  commands(): {readonly front: readonly LiveCommand[]; readonly global: readonly LiveCommand[]};
}

/** What parts of the app need to open a dialog or to show a message. */
export interface Shell {
  readonly host: Host;
  readonly flash: App['flash'];
}
