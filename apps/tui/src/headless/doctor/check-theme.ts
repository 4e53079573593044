import type {Config} from '../../cli/config/config-schema.ts';
import {chooseProfile, themeChoice} from '../../cli/settings.ts';
import {combine, type Given} from '../../cli/variables.ts';
import {repliesBackground} from '../../terminal/background.ts';
import {detectCapabilities} from '../../terminal/capabilities.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Depth} from '../../theme/colour.ts';
import {AUTO, chosenTheme} from '../../theme/themes.ts';
import type {Host} from '../host.ts';
import {type Finding, fail, findingOf, ok, warn} from './finding.ts';

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
        const {input: _input, ...flags} = host.options();
        return check(combine(flags, host.env), config, host);
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
