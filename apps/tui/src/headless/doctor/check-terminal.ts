import type {Config, Notify} from '../../cli/config/config-schema.ts';
import {chooseProfile, themeChoice} from '../../cli/settings.ts';
import {combine, type Given} from '../../cli/variables.ts';
import {repliesBackground} from '../../terminal/background.ts';
import {detectCapabilities} from '../../terminal/capabilities.ts';
import {type ClipboardPath, clipboardPath} from '../../terminal/clipboard.ts';
import {hasTitle, terminalKind} from '../../terminal/desktop-sequences.ts';
import {runProgram} from '../../terminal/run-program.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Depth} from '../../theme/colour.ts';
import {AUTO, chosenTheme} from '../../theme/themes.ts';
import type {Host} from '../host.ts';
import {type Finding, fail, findingOf, ok, warn} from './finding.ts';

/** The check does not copy a text, because terminals do not acknowledge OSC 52. */
const FINDINGS: Readonly<Record<Exclude<ClipboardPath, 'tmux'>, Finding>> = {
  screen: warn('GNU screen drops what is copied', 'Run the console outside of screen, or in tmux.'),
  none: warn('this terminal has no clipboard', 'Write with logs export, or --secret-to FILE, instead of copying.'),
  'apple-terminal': warn(
    'Terminal of macOS does not take OSC 52',
    'Use another terminal, such as iTerm2, or select the text.',
  ),
  iterm: warn(
    'iTerm2 takes OSC 52 if it is allowed',
    'Allow it: Settings, General, Selection, Applications in terminal may access clipboard.',
  ),
  xterm: warn('xterm takes OSC 52 if it is allowed', 'Set the resource XTerm*disallowedWindowOps: 20,21,SetXprop'),
  vte: warn('many terminals with VTE do not take OSC 52', 'If nothing is copied, select the text instead.'),
  unknown: ok('OSC 52 is used; this terminal is not known to refuse it'),
};

export const checkClipboard = async ({env}: Host): Promise<Finding> => {
  const path = clipboardPath(env);
  return path === 'tmux' ? checkTmuxClipboard(env) : FINDINGS[path];
};

const TMUX_MS = 2_000;

const tmuxOption = async (env: Host['env'], ...args: string[]): Promise<string | undefined> => {
  const argv = ['tmux', 'show-options', ...args];
  const {output, problem} = await runProgram({argv, env, output: 'capture', maxMs: TMUX_MS});
  return problem === undefined ? output.trim() : undefined;
};

const checkTmuxClipboard = async (env: Host['env']): Promise<Finding> => {
  const remedy = 'Add to ~/.tmux.conf: set -s set-clipboard on';
  const clipboard = await tmuxOption(env, '-sv', 'set-clipboard');
  if (clipboard === undefined) return warn('tmux does not respond', remedy);
  const passthrough = await tmuxOption(env, '-Apv', 'allow-passthrough');
  // `passthrough` is undefined for tmux before 3.3, which has no such option and passes every sequence to the terminal.
  const isPassed = passthrough !== 'off' && passthrough !== '';
  if (clipboard === 'on' || isPassed) return ok('tmux passes OSC 52 on');
  return warn('tmux drops what programs copy (set-clipboard is not on)', remedy);
};

const SWITCHES = ['desktop', 'title', 'progress'] as const;

export const checkNotify = async (host: Host): Promise<Finding> => {
  const {env} = host;
  // An invalid config is treated as empty, because another check reports it.
  const {notify = {}} = await host.config().catch(() => ({}) as {readonly notify?: Notify});
  const {desktop = true, command: [program] = []} = notify;
  const off = SWITCHES.filter(name => notify[name] === false);
  const text = [
    takenBy(env),
    ...(off.length === 0 ? [] : [`switched off in the config: ${off.join(', ')}`]),
    ...(program === undefined ? [] : [`an alarm runs ${sanitise(program)}`]),
  ].join('; ');
  if (!desktop) return ok(text);
  if (terminalKind(env) !== undefined) return env.TMUX ? checkTmuxNotify(env, text) : ok(text);
  return program === undefined ? warn(text, 'Set notify.command in the config: it is run for an alarm.') : ok(text);
};

const takenBy = (env: Host['env']): string => {
  const kind = terminalKind(env);
  const title = hasTitle(env) ? ['title'] : [];
  if (kind === undefined) return `this terminal is not known to take notifications; ${title[0] ?? 'no title'}`;
  const progress = kind.takesProgress(env) ? ['progress'] : [];
  const links = kind.takesLinks(env) ? ['links'] : [];
  return `${kind.name}: ${[`notifications by OSC ${kind.notification}`, ...title, ...progress, ...links].join(', ')}`;
};

const PASS_ALL = 'Add to ~/.tmux.conf: set -g allow-passthrough all (before tmux 3.4: on)';

const checkTmuxNotify = async (env: Host['env'], text: string): Promise<Finding> => {
  const passthrough = await tmuxOption(env, '-Apv', 'allow-passthrough');
  if (passthrough === 'off' || passthrough === '') return warn(`${text}; tmux drops notifications`, PASS_ALL);
  if (passthrough === 'on') return warn(`${text}; tmux drops notifications of a hidden pane`, PASS_ALL);
  if ((await tmuxOption(env, '-sv', 'focus-events')) !== 'off') return ok(text);
  return warn(
    `${text}; tmux does not report the focus, so alarms notify also while you look`,
    'Add to ~/.tmux.conf: set -g focus-events on',
  );
};

const DEPTHS: Readonly<Record<Depth, string>> = {16: '16 colours', 256: '256 colours', true: 'true colour'};

export const terminalOf = ({env, out}: Host) => {
  const stream = {isTTY: out.isTerminal};
  const {unicode, color, depth} = detectCapabilities(env, {stdin: stream, stdout: stream});
  return {unicode, color, colours: color ? DEPTHS[depth] : 'no colours'};
};

/** An invalid config is treated as empty, because another check reports it. */
const settingsCheck =
  (check: (given: Given, config: Config, host: Host) => Finding) =>
  (host: Host): Promise<Finding> =>
    findingOf(
      async () => {
        const config = await host.config().catch((): Config => ({}));
        return check(combine(host.options(), host.env), config, host);
      },
      ({message}) => fail(message),
    );

export const checkMouse = settingsCheck(({values}, {mouse = false}) =>
  ok((values.mouse ?? mouse) ? 'on from the start; Shift selects text' : 'off at the start; --mouse switches it on'),
);

export const checkTheme = settingsCheck((given, config, host) => {
  const {profile} = chooseProfile(given, config);
  const name = chosenTheme(themeChoice(given, config, profile), terminalOf(host).color);
  if (name !== AUTO) return ok(sanitise(name));
  if (repliesBackground(host.env)) return ok('auto: dark or light, by the background that the terminal reports');
  return warn('auto is default here: this terminal is not asked for its background', 'Set theme to dark or light.');
});
