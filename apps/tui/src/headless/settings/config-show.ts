import {readFile} from 'node:fs/promises';
import {Command} from '@commander-js/extra-typings';
import type {Config} from '../../cli/config/config-schema.ts';
import {checkedUrl, chooseProfile, hrefOf} from '../../cli/settings.ts';
import {readTokens, type TokenSources} from '../../cli/token-sources.ts';
import {combine, type Given, JSON_FIELDS, SETTINGS} from '../../cli/variables.ts';
import {policiesOf} from '../../cli/write-policy.ts';
import {variableOf} from '../../commands/arguments.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Column} from '../../ui/table.ts';
import type {Host} from '../host.ts';
import {printRows} from '../lists.ts';
import {withOutput} from '../output.ts';

interface Setting {
  readonly setting: string;
  readonly value: unknown;
  /** The option, variable or place in the config file that sets the value, or `default`. */
  readonly origin: string;
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const columns: readonly Column<Setting>[] = [
  {id: 'setting', cells: 16, priority: 0, text: ({setting}) => setting},
  {id: 'value', cells: 30, priority: 1, grow: true, text: ({value}) => sanitise(shown(value))},
  {id: 'origin', cells: 50, priority: 2, grow: true, text: ({origin}) => sanitise(origin)},
];

const viewOf = (isWithOrigin: boolean): View<Setting> => ({
  table: tableOf(isWithOrigin ? columns : columns.slice(0, 2)),
  fields: fieldsOf<Setting>('setting', 'value', ...(isWithOrigin ? (['origin'] as const) : [])),
});

const DEFAULTS: Readonly<Record<string, unknown>> = {
  ...{insecure: false, readOnly: false, ascii: false, mouse: false, accessible: false, quiet: false, noInput: false},
  ...{theme: 'default', tab: 'error-logs', errors: 'text', lockWith: 'password'},
};

const fieldOf = (fields: Readonly<Record<string, unknown>>, name: string): unknown => fields[name];

export const showCommand = (host: Host) =>
  withOutput(new Command('show'))
    .summary('print the settings in effect')
    .description('Prints the settings in effect: of options, variables, the profile and the config. Prints no secrets.')
    .option('--origin', 'also print where each value comes from')
    .action(options => printRows({view: viewOf(options.origin === true), read: () => settingsIn(host)}, options, host));

const settingsIn = async (host: Host): Promise<readonly Setting[]> => {
  const {input, ...flags} = host.options();
  const given = combine({...flags, ...(!input && {noInput: true})}, host.env);
  const config = await host.config();
  const path = host.configFile();
  const placeOf = await placesIn(path);
  const {name: profileName, profile} = chooseProfile(given, config);
  const inProfile = (field: string): string =>
    `profile ${profileName}, ${placeOf(['profiles', profileName ?? '', field])}`;

  const setting = (name: string): Setting => {
    const row = (value: unknown, origin: string): Setting => ({
      setting: name,
      value: withoutSecrets(name, value),
      origin,
    });
    const field = name === 'profile' ? 'defaultProfile' : name;
    const fromProfile = fieldOf(profile ?? {}, name);
    const fromConfig = fieldOf(config, field);
    const value = fieldOf(given.values, name);
    const source = given.source(name as keyof Given['values']);
    // A variable such as `EDGE_CONSOLE_API_TOKEN_FILE` applies only if the profile has no field `apiTokenFile`.
    const isAfterProfile = name.endsWith('TokenFile') && source === variableOf(name) && fromProfile !== undefined;
    if (value !== undefined && !isAfterProfile) {
      if (name === 'url' || name === 'consoleUrl') checkedUrl(source, String(value));
      return row(value, source);
    }
    if (JSON_FIELDS.some(field => field === name) && host.env[variableOf(name)]?.trim())
      return row(fromConfig, variableOf(name));
    if (fromProfile !== undefined) return row(fromProfile, inProfile(name));
    if (name === 'profile' && given.values.url !== undefined) return row(undefined, 'default');
    if (fromConfig !== undefined) return row(fromConfig, placeOf([field]));
    return row(name === 'config' ? path : DEFAULTS[name], 'default');
  };

  const policy = (): Setting => {
    const url = URL.parse(given.values.url ?? profile?.url ?? '');
    const gateway = {profile: profileName ?? '', url: url === null ? '' : hrefOf(url)};
    const [strictest] = policiesOf(gateway, {config, env: host.env});
    if (strictest === undefined) return {setting: 'writePolicy', value: 'write', origin: 'default'};
    const {policy, from} = strictest;
    const origin =
      from === undefined ? variableOf('writePolicy') : `profile ${from}, ${placeOf(['profiles', from, 'writePolicy'])}`;
    return {setting: 'writePolicy', value: policy, origin};
  };

  return [
    ...SETTINGS.map(name => (name === 'writePolicy' ? policy() : setting(name))),
    ...tokensIn({given, name: profileName, profile}),
  ];
};

/** Shows fingerprints instead of the tokens, and does not run a token command. */
const tokensIn = ({given, name, profile}: TokenSources): readonly Setting[] => {
  const {tokenCommand: _given, ...values} = given.values;
  const {tokenCommand: _ofProfile, ...others} = profile ?? {url: ''};
  const tokens = readTokens({given: {...given, values}, name, profile: profile && others});
  return (['api', 'console'] as const).map(kind => {
    const {token, place = 'default'} = tokens[kind] ?? {};
    return {setting: `${kind}Token`, value: token && `…${token.fingerprint}`, origin: place};
  });
};

const withoutSecrets = (name: string, value: unknown): unknown => {
  if (name === 'tokenCommand') return value === undefined ? undefined : 'a command, not shown';
  if (name !== 'notify' || value === undefined) return value;
  // Only the program of `command` is shown, because its arguments may be secrets.
  const {command, ...switches} = value as NonNullable<Config['notify']>;
  return command === undefined ? switches : {...switches, command: command.slice(0, 1)};
};

const placesIn = async (path: string): Promise<(place: readonly string[]) => string> => {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return () => path;
  const {positionIn} = await import('../../cli/config/config-file.ts');
  return place => `${path}:${positionIn(text, place)}`;
};
