import type {CommandNames} from '../../commands/names.ts';
import type {KeyOverrides} from '../../commands/overrides.ts';
import type {Connection} from '../connection.ts';
import type {Keep} from '../keep.ts';
import type {EffectContext, Host, Mounted, Size, Target} from '../screen.ts';
import type {RunWatch} from '../watch.ts';
import type {Address, App, ScreenEntry} from './app.ts';
import type {PromptOptions} from './prompts.ts';

/** Profiles of the config. */
export interface Profiles {
  readonly names: readonly string[];
  /** Opens the gateway of a profile, with the credential kept for it. Rejects with an error whose message is for the screen. */
  open(name: string): Promise<Connection>;
}

interface Themes {
  readonly names: readonly string[];
  /** Draws with a theme from now on. */
  use(name: string): void;
}

export interface AppOptions extends PromptOptions {
  readonly screens: readonly ScreenEntry[];
  readonly first: string;
  readonly now: () => number;
  readonly size: Size;
  readonly connection?: Connection | undefined;
  readonly open: (target: Target) => Connection | Promise<Connection>;
  /** What is kept for a profile; absent: nothing outlives the program. */
  readonly keep?: ((profile: string) => Keep) | undefined;
  readonly keys?: KeyOverrides;
  /** Pane size for a terminal size. */
  readonly paneOf: (terminal: Size) => Size;
  readonly names: CommandNames;
  readonly help: (app: App) => (host: Host) => Mounted;
  /** Runs a command found by name, or by the words of its title. */
  readonly commandLine: (
    app: App,
    line: {readonly by: 'name' | 'title'; readonly text: string},
  ) => (host: Host) => Mounted;
  readonly requests: (app: App) => (host: Host) => Mounted;
  /** Asks for a name for the view in front, or takes the one given. */
  readonly saveView: (address: Address, name: string | undefined) => (host: Host) => Mounted;
  readonly views: (app: App) => (host: Host) => Mounted;
  readonly watch: RunWatch;
  readonly runbooks?: EffectContext['runbooks'] | undefined;
  readonly configPath?: string | undefined;
  /** What is wrong with the text of a watch. */
  readonly checkWatch: (text: string) => string | undefined;
  readonly bell: () => void;
  readonly profiles?: Profiles | undefined;
  readonly themes?: Themes | undefined;
  /** Copies text to the clipboard; returns a sentence if it cannot. */
  readonly copy: (text: string) => string | undefined;
  readonly quit: () => void;
  readonly suspend: () => void;
  readonly repaint: () => void;
}
