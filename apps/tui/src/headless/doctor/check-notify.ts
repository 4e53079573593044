import type {Notify} from '../../cli/config/config-schema.ts';
import {hasTitle, terminalKind} from '../../terminal/desktop-sequences.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Host} from '../host.ts';
import {tmuxOption} from './check-clipboard.ts';
import {type Finding, ok, warn} from './finding.ts';

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
  if (terminalKind(env) !== undefined) return env.TMUX ? checkTmux(env, text) : ok(text);
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

const checkTmux = async (env: Host['env'], text: string): Promise<Finding> => {
  const passthrough = await tmuxOption(env, '-Apv', 'allow-passthrough');
  if (passthrough === 'off' || passthrough === '') return warn(`${text}; tmux drops notifications`, PASS_ALL);
  if (passthrough === 'on') return warn(`${text}; tmux drops notifications of a hidden pane`, PASS_ALL);
  if ((await tmuxOption(env, '-sv', 'focus-events')) !== 'off') return ok(text);
  return warn(
    `${text}; tmux does not report the focus, so alarms notify also while you look`,
    'Add to ~/.tmux.conf: set -g focus-events on',
  );
};
