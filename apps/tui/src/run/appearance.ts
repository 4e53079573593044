import type {Config} from '../cli/config/config-schema.ts';
import type {Settings} from '../cli/settings.ts';
import type {Given} from '../cli/variables.ts';
import type {Gateway} from '../core/screen.ts';
import {createBackground} from '../terminal/background.ts';
import type {Capabilities} from '../terminal/capabilities.ts';
import {hyperlink, takesLinks} from '../terminal/desktop-sequences.ts';
import {type Charset, charset} from '../theme/glyphs.ts';
import {createPaint, type Paint} from '../theme/theme.ts';
import {AUTO, allThemes, chosenTheme, themeNames} from '../theme/themes.ts';
import type {Ui} from '../ui/context.ts';

export type Symbols = Charset & Pick<Ui, 'link'>;

export interface Themes {
  names(): readonly string[];
  paint(name: string): Paint;
  of(gateway: Gateway | undefined): string;
}

interface AppearanceOptions {
  readonly given: Given;
  readonly settings: Settings;
  readonly capabilities: Capabilities;
  config(): Config;
  profileOf(gateway: Gateway): {readonly theme?: string | undefined} | undefined;
}

export const createAppearance = ({given, settings, capabilities, config, profileOf}: AppearanceOptions) => {
  const glyphs = (): Symbols => {
    const isAscii = (given.values.ascii ?? config().ascii ?? false) || !capabilities.unicode;
    const hasLinks = capabilities.interactive && capabilities.color && !isAscii && takesLinks(process.env);
    return {...charset(isAscii), link: hasLinks ? hyperlink : undefined};
  };
  const themes: Themes = {
    names: () => [...themeNames, ...Object.keys(config().themes ?? {})],
    paint: name => {
      const all = allThemes(config().themes);
      return createPaint(all[name] ?? all.default, capabilities.depth);
    },
    of: gateway => {
      const profile = gateway && profileOf(gateway);
      return chosenTheme({flag: settings.theme.flag, config: profile?.theme ?? config().theme}, capabilities.color);
    },
  };
  return {glyphs, themes};
};

interface ShownThemeOptions {
  readonly themes: Themes;
  readonly connection: Gateway | undefined;
  write(sequence: string): void;
  unread(text: string): void;
  redraw(): void;
}

/** The theme of the connection, or another one that the operator chose, until the theme of the connection changes. */
export const createShownTheme = ({themes, connection, redraw, ...terminal}: ShownThemeOptions) => {
  let theme = themes.of(connection);
  let shown = theme;
  const askIfAuto = (): void => {
    if (shown === AUTO) background.ask();
  };
  const use = (name: string): void => {
    shown = name;
    redraw();
    askIfAuto();
  };
  const background = createBackground({env: process.env, ...terminal, known: () => use(shown)});
  return {
    background,
    paint: (): Paint => themes.paint(shown === AUTO ? background.theme() : shown),
    askIfAuto,
    use,
    reload: (): void => use(shown),
    connected(connection: Gateway | undefined): void {
      const next = themes.of(connection);
      if (next === theme) return;
      theme = next;
      use(theme);
    },
  };
};
