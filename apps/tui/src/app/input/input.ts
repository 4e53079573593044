import {dispatchKey, type LiveCommand, liveCommands} from '../../commands/command.ts';
import {isChord} from '../../commands/key-name.ts';
import {withOverrides} from '../../commands/overrides.ts';
import type {Cause} from '../../core/effects.ts';
import type {Mounted} from '../../core/screen.ts';
import {type ShowView, viewCommands} from '../../core/view-commands.ts';
import type {App, AppOptions} from '../app.ts';
import type {Navigation} from '../navigation.ts';
import type {Stage} from '../stage.ts';
import {worksElsewhere} from './elsewhere.ts';
import type {createPermits} from './permits.ts';

const OF_PROGRAM: ReadonlySet<string> = new Set(['quit', 'suspend', 'repaint']);

interface InputOptions {
  readonly stage: Stage;
  readonly navigation: Navigation;
  readonly flash: App['flash'];
  /** Commands of the config for the screen. */
  own(screen: Mounted): readonly LiveCommand[];
  readonly permits: Pick<ReturnType<typeof createPermits>, 'guard'>;
  global(): readonly LiveCommand[];
}

type Live = () => Pick<AppOptions, 'screens' | 'names' | 'keys' | 'now'>;

/** Dispatches keys, pasted text and mouse events to the dialog or screen in front, then to the global commands. */
export const createInput = (live: Live, {stage, navigation, flash, own, permits, global}: InputOptions) => {
  const {whenLoaded} = navigation;
  let cause: Cause = 'program';
  const byOperator = <T>(handle: () => T): T => {
    const before = cause;
    cause = 'operator';
    try {
      return handle();
    } finally {
      cause = before;
    }
  };

  const target = (): Mounted => stage.dialog() ?? stage.screen();

  const front = (): Mounted => {
    const [shown, isScreen] = [target(), stage.dialog() === undefined];
    const layer = isScreen ? stage.active() : 'dialog';
    const commands = () => (isScreen ? [...own(shown), ...shown.commands(), ...switches()] : shown.commands());
    return {...shown, commands: () => withOverrides(layer, commands(), live().keys).map(permits.guard)};
  };

  /** These commands come after those of the screen, so that Esc first closes what is open on the screen. */
  const switches = (): readonly LiveCommand[] => {
    const [tab, active, {screens, now}] = [stage.tab(), stage.active(), live()];
    const send = ({screen}: ShowView) => navigation.goto(screen === active ? tab : screen);
    return liveCommands(viewCommands(tab, screens), active, {send, now}).map(command => ({...command, layer: tab}));
  };

  /** While a dialog is open, only Ctrl and function keys run global commands, because letters are for the dialog. */
  const reachable = (): readonly LiveCommand[] => {
    const bound = withOverrides('global', global(), live().keys);
    if (stage.dialog() === undefined) return bound;
    return bound.map(command => ({...command, keys: command.keys.filter(isChord)}));
  };

  /** Whether the key quits, suspends or redraws the program in any screen. Such a key needs no tab. */
  const isOfProgram = (key: string): boolean =>
    isChord(key) && reachable().some(({id, keys}) => OF_PROGRAM.has(id) && keys.includes(key));

  const withoutTypedKeys = (commands: readonly LiveCommand[]): readonly LiveCommand[] => {
    const {takes} = target();
    return commands.map(command => ({...command, keys: command.keys.filter(key => !takes(key))}));
  };

  const explainUnbound = (key: string): void => {
    if (stage.dialog() !== undefined) return;
    const text = worksElsewhere(key, stage.active(), live());
    if (text !== undefined) flash('warn', text);
  };

  const handleKey = (key: string): void => {
    // If Esc and another key arrive together, Ink reports that key with Alt. So Alt with a key is handled as Esc and
    // the key. In a text field, the key is ignored, because Esc closes the field and the key could run a command.
    if (key.startsWith('alt-')) {
      const typing = target().typing();
      handleKey('esc');
      if (!typing) handleKey(key.slice(4));
      return;
    }
    const refused = byOperator(() => dispatchKey(key, front(), reachable()));
    if (refused === 'unbound') explainUnbound(key);
    else if (refused !== undefined) flash('warn', `${refused.title}:`, refused.disabledReason);
  };

  const handlePointer: App['point'] = event => {
    const shown = target();
    if (byOperator(() => shown.point(event)) !== 'enter') return;
    const enter = shown.commands().find(({keys}) => keys.includes('enter'));
    // The command is taken from `front()`, where changes ask for confirmation if the write policy requires it.
    const command = front()
      .commands()
      .find(({id, layer}) => id === enter?.id && layer === enter.layer);
    if (command?.disabledReason === undefined) byOperator(() => command?.run());
    else flash('warn', `${command.title}:`, command.disabledReason);
  };

  return {
    /** What starts the effects of the current call: the input that is handled, or something else. */
    cause: (): Cause => cause,
    press: (key: string): void => {
      if (isOfProgram(key)) handleKey(key);
      else whenLoaded(() => handleKey(key));
    },
    point: (event: Parameters<App['point']>[0]): void => whenLoaded(() => handlePointer(event)),
    paste: (text: string): void => whenLoaded(() => target().type({kind: 'paste', text})),
    /** The commands without the keys that a focused text input uses. */
    commands: () => ({front: withoutTypedKeys(front().commands()), global: withoutTypedKeys(reachable())}),
  };
};
