import type {App} from '../../src/app/app.ts';
import {type LiveCommand, liveCommands} from '../../src/commands/command.ts';
import type {KeyOverrides} from '../../src/commands/overrides.ts';
import {createEffectRunner} from '../../src/core/effects.ts';
import {NotConnected} from '../../src/core/failure.ts';
import type {Host} from '../../src/core/screen.ts';
import {viewCommands} from '../../src/core/view-commands.ts';
import {createConsole} from '../../src/run/console.ts';
import {allParts, commandLayers, createScreens} from '../../src/screens/registry.ts';

const unconnected = () => {
  throw new NotConnected();
};

/** Ignores every call. For screens that are not part of a console. */
export const stillHost: Host = {
  env: () => ({now: 0, size: {columns: 120, rows: 31}, connection: undefined}),
  changed: () => undefined,
  intend: () => undefined,
  moved: () => undefined,
  push: () => undefined,
  effects: () =>
    createEffectRunner(
      {
        client: unconnected,
        connection: unconnected,
        now: () => 0,
        open: unconnected,
        profiles: [],
        openProfile: unconnected,
        preferences: unconnected,
        runbooks: {},
        messages: [],
        deploys: [],
      },
      () => undefined,
    ),
};

/** The console has no gateway, clock and terminal. */
export const stillConsole = (keys: KeyOverrides = {}): App =>
  createConsole(
    {
      parts: allParts(),
      connection: undefined,
      exchanges: [],
      open: unconnected,
      tab: 'error-logs',
      keys,
      size: {columns: 120, rows: 36},
      now: () => 0,
    },
    {
      copy: () => undefined,
      alarm: () => undefined,
      quit: () => undefined,
      suspend: () => undefined,
      repaint: () => undefined,
    },
  );

/** Binds every command to a key of its own. No command uses these keys by default. */
export const rebound: KeyOverrides = Object.fromEntries(
  [...new Set(commandLayers().flatMap(({layer, commands}) => commands.map(({id}) => `${layer}.${id}`)))].map(
    (name, at) => [name, [String.fromCodePoint(0x0561 + at)]],
  ),
);

export interface LiveLayer {
  readonly layer: string;
  readonly title: string;
  readonly commands: readonly LiveCommand[];
}

export const globalLayer = (): LiveLayer => ({
  layer: 'global',
  title: 'Everywhere',
  commands: stillConsole().commands().global,
});

export const screenLayers = (): readonly LiveLayer[] =>
  createScreens().map(({id, title, view, mount}, _, screens) => {
    const send = () => undefined;
    const switches = view === undefined ? [] : liveCommands(viewCommands(view.tab, screens), id, {send, now: () => 0});
    return {layer: id, title, commands: [...mount(stillHost).commands(), ...switches]};
  });

/** Every layer, with the commands of its initial state. */
export const allLayers = (): readonly LiveLayer[] => [
  globalLayer(),
  ...screenLayers(),
  ...commandLayers()
    .filter(({layer}) => layer === 'dialog')
    .map(layer => ({
      ...layer,
      // Conditions and footer labels that depend on state are ignored, since there is no state.
      commands: liveCommands(
        layer.commands.map(({footerOf: _of, when: _when, ...command}) => command),
        null as never,
        {send: () => undefined, now: () => 0},
      ),
    })),
];
