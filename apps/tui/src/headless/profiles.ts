import {Command} from '@commander-js/extra-typings';
import type {Profile} from '../cli/config-file.ts';
import {nearest} from '../text/nearest.ts';
import {sanitise} from '../text/sanitise.ts';
import type {Column} from '../ui/table.ts';
import {CommandError} from './exit.ts';
import type {Host} from './host.ts';
import {openOutput, withOutput} from './options.ts';
import type {View} from './output/view.ts';

interface NamedProfile extends Profile {
  readonly name: string;
  readonly isDefault: boolean;
}

const profileColumns: readonly Column<NamedProfile>[] = [
  {id: 'name', title: 'name', cells: 16, priority: 0, text: ({name}) => sanitise(name)},
  {id: 'default', title: 'default', cells: 7, priority: 3, text: ({isDefault}) => (isDefault ? 'yes' : '')},
  {id: 'username', title: 'username', cells: 12, priority: 2, text: ({username = ''}) => sanitise(username)},
  {id: 'url', title: 'url', cells: 30, grow: true, priority: 1, text: ({url}) => sanitise(url)},
];

const profileView: View<NamedProfile> = {
  table: async () => ({columns: profileColumns, data: undefined}),
  fields: {
    name: ({name}) => name,
    default: ({isDefault}) => isDefault,
    url: ({url}) => url,
    consoleUrl: ({consoleUrl}) => consoleUrl,
    username: ({username}) => username,
    apiTokenFile: ({apiTokenFile}) => apiTokenFile,
    consoleTokenFile: ({consoleTokenFile}) => consoleTokenFile,
    caFile: ({caFile}) => caFile,
    pinSha256: ({pinSha256}) => pinSha256,
    insecure: ({insecure}) => insecure,
  },
};

const profilesOf = async (host: Host): Promise<readonly NamedProfile[]> => {
  const {profiles = {}, defaultProfile} = await host.config();
  return Object.entries(profiles).map(([name, profile]) => ({...profile, name, isDefault: name === defaultProfile}));
};

const list = (host: Host) =>
  withOutput(new Command('list'))
    .summary('print the profiles of the config file')
    .action(async options => {
      const output = await openOutput(profileView, options, host);
      if (output === undefined) return;
      for (const profile of await profilesOf(host)) await output.row(profile);
      await output.end();
    });

const show = (host: Host) =>
  withOutput(new Command('show'))
    .summary('print one profile')
    .argument('<name>')
    .action(async (given, options) => {
      const output = await openOutput(profileView, options, host, 'single');
      if (output === undefined) return;
      const profiles = await profilesOf(host);
      const profile = profiles.find(({name}) => name === given);
      if (profile === undefined) {
        const near = nearest(
          given,
          profiles.map(({name}) => name),
        );
        const hint = near === undefined ? '' : `; did you mean ${sanitise(near)}?`;
        throw new CommandError('notFound', `the config has no profile ${sanitise(given)}${hint}`);
      }
      await output.row(profile);
      await output.end();
    });

export const profileCommands = (host: Host) =>
  new Command('profiles')
    .summary('profiles of the config file: list, show')
    .addCommand(list(host))
    .addCommand(show(host));
