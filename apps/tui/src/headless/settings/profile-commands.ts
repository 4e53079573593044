import {resolve} from 'node:path';
import {Command, Option} from '@commander-js/extra-typings';
import {type CommandOptions, connectionProgram, nounCommand} from '../../cli/args.ts';
import type {ConfigEdit} from '../../cli/config/config-edit.ts';
import type {Config, Profile} from '../../cli/config/config-schema.ts';
import {newProfileNameProblem} from '../../cli/profiles.ts';
import {hrefOf} from '../../cli/settings.ts';
import {openConnection} from '../../core/connection/connect.ts';
import {TAG_COLOURS} from '../../core/connection/connection.ts';
import {WRITE_POLICIES} from '../../core/connection/writes.ts';
import {type Certificate, toFailure} from '../../core/failure.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import {didYouMean} from '../../text/nearest.ts';
import {sanitise} from '../../text/sanitise.ts';
import {confirm} from '../confirm.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {printRows} from '../lists.ts';
import {type OutputOptions, openOutput, withOutput, writeRows} from '../output.ts';

interface NamedProfile extends Profile {
  readonly name: string;
  readonly isDefault: boolean;
}

const profileView: View<NamedProfile> = {
  table: tableOf([
    {id: 'name', cells: 16, priority: 0, text: ({name}) => sanitise(name)},
    {id: 'default', cells: 7, priority: 3, text: ({isDefault}) => (isDefault ? 'yes' : '')},
    {id: 'policy', cells: 9, priority: 3, text: ({writePolicy = 'write'}) => writePolicy},
    {id: 'label', cells: 10, priority: 4, text: ({label = ''}) => sanitise(label)},
    {id: 'username', cells: 12, priority: 2, text: ({username = ''}) => sanitise(username)},
    {id: 'url', cells: 30, grow: true, priority: 1, text: ({url}) => sanitise(url)},
  ]),
  fields: {
    name: ({name}) => name,
    default: ({isDefault}) => isDefault,
    ...fieldsOf<NamedProfile>('url', 'consoleUrl', 'username', 'apiTokenFile', 'consoleTokenFile', 'caFile'),
    ...fieldsOf<NamedProfile>('pinSha256', 'insecure', 'writePolicy', 'label', 'colour'),
  },
};

const profilesOf = ({profiles = {}, defaultProfile}: Config): readonly NamedProfile[] =>
  Object.entries(profiles).map(([name, profile]) => ({...profile, name, isDefault: name === defaultProfile}));

const findProfile = (config: Config, given: string): NamedProfile => {
  const profile = profilesOf(config).find(({name}) => name === given);
  if (profile !== undefined) return profile;
  const hint = didYouMean(given, Object.keys(config.profiles ?? {}));
  throw new CommandError('not_found', `the config has no profile ${sanitise(given)}${hint === '' ? '' : `; ${hint}`}`);
};

const list = (host: Host) =>
  withOutput(new Command('list'))
    .summary('print the profiles of the config file')
    .action(options =>
      printRows({view: profileView, read: async () => profilesOf(await host.config())}, options, host),
    );

const show = (host: Host) =>
  withOutput(new Command('show'))
    .summary('print one profile')
    .argument('<name>')
    .action((given, options) => {
      const read = async () => [findProfile(await host.config(), given)];
      return printRows({view: profileView, read}, {piped: 'json', ...options}, host);
    });

/** A profile that was removed is printed as it was before. */
const changing =
  <O extends OutputOptions>(host: Host, done: string, change: (name: string, options: O) => Promise<void>) =>
  async (name: string, options: O): Promise<void> => {
    const output = await openOutput({...profileView, text: () => undefined}, options, host);
    const before = profilesOf(await host.config());
    await change(name, options);
    await host.err.write(`${done} ${sanitise(name)}.\n`);
    const profiles = [...profilesOf(await host.config()), ...before];
    await writeRows(output, profiles.filter(profile => profile.name === name).slice(0, 1));
  };

const withFields = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) =>
  command
    .option('--username <name>', 'account for login')
    .addOption(new Option('--write-policy <policy>', 'which changes are permitted').choices(WRITE_POLICIES))
    .option('--label <text>', 'text for the header and dialogs, such as PRODUCTION')
    .addOption(new Option('--colour <name>', 'colour of the label').choices(TAG_COLOURS))
    .option('--default', 'use it when no profile and no URL is given');

const fieldsFrom = ({
  profile: _profile,
  config: _config,
  readOnly: _readOnly,
  ...given
}: CommandOptions): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    connectionProgram().options.flatMap(option => {
      const name = option.attributeName();
      const {[name]: value} = given as Readonly<Record<string, unknown>>;
      if (value === undefined) return [];
      return [[name, option.flags.endsWith('<file>') ? resolve(String(value)) : value]];
    }),
  );

type OwnOptions = Pick<Partial<Profile>, 'username' | 'writePolicy' | 'label' | 'colour'> & {
  readonly default?: boolean | undefined;
};

const given = (host: Host, {username, writePolicy, label, colour, default: isDefault = false}: OwnOptions) => {
  const own = Object.entries({username, writePolicy, label, colour}).filter(([, value]) => value !== undefined);
  return {isDefault, fields: {...fieldsFrom(host.options()), ...Object.fromEntries(own)}};
};

const editsOf = (name: string, fields: object, isDefault = false): readonly ConfigEdit[] => [
  ...Object.entries(fields).map(([field, value]) => ({path: ['profiles', name, field], value})),
  ...(isDefault ? [{path: ['defaultProfile'], value: name}] : []),
];

const add = (host: Host) =>
  withFields(withOutput(new Command('add')))
    .summary('add a profile to the config file')
    .description('Adds a profile with --url and the other options of every command that are given.')
    .argument('<name>')
    .action(
      changing(host, 'Added', async (name, options) => {
        const {isDefault, fields} = given(host, options);
        if (!('url' in fields)) throw new CommandError('usage', '--url is needed');
        const problem = newProfileNameProblem(name);
        if (problem !== undefined) throw new CommandError('usage', `the name of a profile ${problem}`);
        await host.editConfig(config => {
          if (profilesOf(config).some(profile => profile.name === name))
            throw new CommandError('usage', `there is a profile ${sanitise(name)}; profiles edit changes it`);
          return editsOf(name, fields, isDefault);
        });
      }),
    );

const edit = (host: Host) =>
  withFields(withOutput(new Command('edit')))
    .summary('change a profile')
    .description('Sets the fields whose options are given; the others keep their value.')
    .argument('<name>')
    .action(
      changing(host, 'Saved', async (name, options) => {
        findProfile(await host.config(), name);
        const {isDefault, fields} = given(host, options);
        if (!isDefault && Object.keys(fields).length === 0)
          throw new CommandError('usage', 'give the options to change, such as --url');
        await host.editConfig(config => {
          findProfile(config, name);
          return editsOf(name, fields, isDefault);
        });
      }),
    );

const remove = (host: Host) =>
  withOutput(new Command('remove'))
    .summary('remove a profile from the config file, and forget its credential')
    .argument('<name>')
    .action(
      changing(host, 'Removed', async name => {
        const {url} = findProfile(await host.config(), name);
        await host.editConfig(config => {
          const {isDefault} = findProfile(config, name);
          const places = [['profiles', name], ...(isDefault ? [['defaultProfile']] : [])];
          return places.map(path => ({path, value: undefined}));
        });
        const saved = URL.parse(url);
        if (saved) await host.store.remove({profile: name, url: hrefOf(saved)});
      }),
    );

const trust = (host: Host) =>
  withOutput(new Command('trust'))
    .summary('pin the certificate that the gateway of a profile presents')
    .description(
      'Shows the certificate and, with --sha256 or a confirmation on the terminal, pins it in the profile. A pinned gateway ' +
        'that presents another one is refused until this is done again.',
    )
    .argument('<name>')
    .option('--sha256 <hex>', "fingerprint from the gateway's operator: pins it if the gateway presents it")
    .action(
      changing(host, 'Pinned for', async (name, {sha256}) => {
        const {url, pinSha256} = findProfile(await host.config(), name);
        const certificate = await presentedCertificate(url, host);
        await host.err.write(
          `Subject: ${certificate.subject}\nIssuer: ${certificate.issuer}\nValid: ${certificate.validity}\n` +
            `SHA-256: ${certificate.sha256}\n${pinSha256 === undefined ? '' : `Pinned: ${sanitise(pinSha256)}\n`}`,
        );
        if (sha256 === undefined) {
          if (host.prompt === undefined)
            throw new CommandError('usage', "give --sha256 with the fingerprint from the gateway's operator");
          await confirm(host, {}, {what: `pin this certificate for ${sanitise(name)}`, names: []});
        } else if (hex(sha256) !== hex(certificate.sha256)) {
          throw new CommandError('failed', 'the gateway presents another certificate; nothing was changed');
        }
        await host.editConfig(config => {
          // Another process may have changed the profile since the certificate was requested.
          if (findProfile(config, name).url !== url)
            throw new CommandError('failed', `${sanitise(name)} has another URL now; nothing was changed`);
          return editsOf(name, {pinSha256: certificate.sha256});
        });
      }),
    );

/** A SHA-256 that no certificate has. A client with this pin refuses every certificate. */
const NO_PIN = '0'.repeat(64);

/** With `NO_PIN`, the TLS handshake fails before an HTTP request is sent. The error contains the certificate. */
const presentedCertificate = async (url: string, {signal}: Host): Promise<Certificate> => {
  const {client, tls} = openConnection({profile: '', url}, {tls: {pinSha256: NO_PIN}});
  if (tls === 'none') throw new CommandError('usage', `${sanitise(url)} is not an https URL`);
  const error: unknown = await client.apiTokens.count({signal}).catch(error => error);
  client.close();
  const {certificate} = toFailure(error);
  if (certificate === undefined) throw error;
  return certificate;
};

const hex = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

export const profileCommands = nounCommand('profiles', 'profiles of the config file', [
  list,
  show,
  add,
  edit,
  remove,
  trust,
]);
