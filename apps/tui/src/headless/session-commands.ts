import {text} from 'node:stream/consumers';
import {Command} from '@commander-js/extra-typings';
import {Secret} from '@edge-console/schema/values';
import {login, logout} from '../core/connection/connection.ts';
import {dateTime} from '../format/time.ts';
import {fieldsOf, tableOf, type View} from '../output/view.ts';
import {sanitise} from '../text/sanitise.ts';
import {askPassword} from './confirm.ts';
import {CommandError} from './exit.ts';
import type {Host} from './host.ts';
import {printRows} from './lists.ts';
import {jsonFlag, withOutput} from './output.ts';

const readLine = async ({stdin}: Host, what: string): Promise<string> => {
  const [line = ''] = (await text(stdin)).split(/\r?\n/, 1);
  if (line === '') throw new CommandError('usage', `standard input has no ${what}`);
  return line;
};

export const loginCommand = (host: Host) =>
  new Command('login')
    .summary('log in, and save the credential for later commands')
    .description(
      'Logs in and saves the session for later commands and the full screen, in the keyring of the system where it has ' +
        'one, else in a file that only you can read; EDGE_CONSOLE_CREDENTIALS=file uses the file. With ' +
        '--token-stdin saves an API token instead.',
    )
    .option('--username <name>', 'account; default: that of the profile')
    .option('--password-stdin', 'read the password from standard input')
    .option('--token-stdin', 'save the API token from standard input')
    .option('--remember', 'ask for a session of 31 days instead of 8 hours')
    .option('--plugin <name>', 'account source')
    .action(async options => {
      const {target, tokens, username: known} = await host.settings();
      const overridden =
        tokens.api === undefined ? '' : ` Commands with ${sanitise(tokens.api.place)} use its token, not this login.`;
      // Checks that the credential can be saved before the user has to type a secret.
      await host.store.check();
      if (options.tokenStdin === true) {
        const token = new Secret(await readLine(host, 'API token'));
        const {client} = await host.connect(token);
        await client.apiTokens.count({signal: host.signal});
        const place = await host.store.save(target, {kind: 'api-token', token});
        await host.err.write(`The API token works; it is saved in ${place}.${overridden}\n`);
        return;
      }
      const username = options.username ?? known;
      if (username === undefined) throw new CommandError('usage', '--username is needed');
      const password =
        options.passwordStdin === true ? await readLine(host, 'password') : await askPassword(host, username);
      const connection = await host.connect('anonymous');
      const body = {
        ...{username, password, remember: options.remember === true},
        ...(options.plugin !== undefined && {plugin: options.plugin}),
      };
      const session = await login(connection, body, {signal: host.signal});
      const place = await host.store.save(target, {
        ...{kind: 'session', token: session.token, username: session.username, role: session.role},
        userId: session.userId,
        endsAt: session.endsAt.getTime(),
      });
      const factor =
        Object.keys(session.twoFactor).length > 0
          ? ' A second factor is required, which this console cannot give.'
          : '';
      await host.err.write(
        `Logged in as ${sanitise(session.username)} until ${dateTime(session.endsAt.getTime())} local time; ` +
          `saved in ${place}.${factor}${overridden}\n`,
      );
    });

export const logoutCommand = (host: Host) =>
  new Command('logout').summary('end the session, and forget the credential').action(async () => {
    const {target} = await host.settings();
    const saved = await host.store.read(target, host.now());
    if (saved === undefined) {
      await host.store.remove(target);
      await host.err.write('Not logged in.\n');
      return;
    }
    try {
      if (saved.kind === 'session') await logout(await host.connect(), host.signal);
    } finally {
      await host.store.remove(target);
    }
    await host.err.write(saved.kind === 'session' ? 'Logged out.\n' : 'The API token is forgotten; it stays valid.\n');
  });

const FACTS = ['profile', 'url', 'identity', 'username', 'role', 'until', 'token', 'store'] as const;

type Facts = {readonly [F in (typeof FACTS)[number]]?: string | undefined};

const identityView: View<Facts> = {
  table: tableOf(
    FACTS.map((name, at) => ({
      ...{id: name, cells: 20, priority: at, grow: name === 'store'},
      text: facts => sanitise(facts[name] ?? ''),
    })),
  ),
  fields: fieldsOf<Facts>(...FACTS),
  text: facts =>
    FACTS.map(name => (facts[name] === undefined ? '' : `${name.padEnd(9)} ${sanitise(facts[name])}\n`)).join(''),
};

export const whoamiCommand = (host: Host) =>
  withOutput(new Command('whoami'))
    .summary('print the identity that commands use')
    .description('Prints the identity and where its credential comes from, and checks it by a request.')
    .option('--offline', 'do not check it')
    .addOption(jsonFlag('ndjson'))
    .action(async options => {
      const read = async (): Promise<readonly Facts[]> => {
        const {target, tokens} = await host.settings();
        const {identity, profile, url, client} = await host.connect();
        if (identity.kind === 'anonymous')
          throw new CommandError('unauthenticated', `no credential for ${url}: use login, or give an API token`);
        if (options.offline !== true) await client.apiTokens.count({signal: host.signal});
        const saved = target.apiToken === undefined ? await host.store.read(target, host.now()) : undefined;
        const facts =
          identity.kind === 'session'
            ? {username: identity.username, role: identity.role, until: new Date(identity.endsAt).toISOString()}
            : {token: identity.fingerprint};
        return [{profile, url, identity: identity.kind, ...facts, store: saved?.place ?? tokens.api?.place}];
      };
      const form = host.out.isTerminal ? options : {output: 'ndjson' as const, ...options};
      await printRows({view: identityView, read}, form, host);
    });
