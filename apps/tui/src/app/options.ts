import type {Exchange} from '@edge-console/client';
import type {CommandNames} from '../commands/names.ts';
import type {KeyOverrides} from '../commands/overrides.ts';
import type {ScreenEntry} from '../core/app.ts';
import type {Connection} from '../core/connection.ts';
import type {Preferences} from '../core/preferences.ts';
import type {EffectContext, Size, Target} from '../core/screen.ts';
import type {PlaceSource} from '../dialogs/command-line/places.ts';

/** Profiles of the config. */
interface Profiles {
  readonly names: readonly string[];
  /** Opens the gateway of a profile, with the credential kept for it. Rejects with an error whose message is for the screen. */
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
  /** What the palette finds beside commands and named views. */
  readonly places?: readonly PlaceSource[];
  readonly names: CommandNames;
  readonly keys: KeyOverrides;
  readonly connection: Connection | undefined;
  readonly open: (target: Target) => Connection | Promise<Connection>;
  readonly profiles?: Profiles | undefined;
  /** What is kept for a profile; absent: nothing outlives the program. */
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
