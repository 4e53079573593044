import {constants} from 'node:fs';
import {access} from 'node:fs/promises';
import {dirname} from 'node:path';
import {Command} from '@commander-js/extra-typings';
import {credentialsPath} from '../../credentials/file-store.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {jsonFlag, openOutput, withOutput} from '../output.ts';
import {checkGateway} from './check-gateway.ts';
import {checkClipboard, checkMouse, checkNotify, checkTheme, terminalOf} from './check-terminal.ts';
import {type Finding, fail, findingOf, ok, warn} from './finding.ts';

type Check = Finding & {readonly name: string};

const checkView: View<Check> = {
  table: tableOf([
    {id: 'result', cells: 6, priority: 0, text: ({result}) => result},
    {id: 'name', title: 'check', cells: 11, priority: 1, text: ({name}) => name},
    {id: 'text', title: 'found', cells: 40, priority: 2, grow: true, text: ({text}) => text},
    {id: 'remedy', cells: 40, priority: 3, text: ({remedy = ''}) => remedy},
  ]),
  fields: fieldsOf<Check>('name', 'result', 'text', 'remedy'),
  text: ({name, result, text, remedy}) =>
    `${result.padEnd(5)} ${name.padEnd(11)} ${text}\n${remedy === undefined ? '' : `${' '.repeat(18)}${remedy}\n`}`,
};

const LOCAL_CHECKS: Readonly<Record<string, (host: Host) => Finding | Promise<Finding>>> = {
  program: ({version}) =>
    ok(`edge-console ${version}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`),
  terminal: host => {
    const {env, out} = host;
    const {unicode, colours} = terminalOf(host);
    const kind = out.isTerminal ? `${sanitise(env.TERM ?? 'unknown')}, ${out.width} columns` : 'not a terminal';
    const text = `${kind}, ${unicode ? 'UTF-8' : 'no UTF-8'}, ${colours}`;
    return unicode ? ok(text) : warn(text, 'Set LANG to a UTF-8 locale, or use --ascii.');
  },
  theme: checkTheme,
  mouse: checkMouse,
  clipboard: checkClipboard,
  notify: checkNotify,
  config: host =>
    findingOf(
      async () => {
        const path = sanitise(host.configFile());
        const {profiles = {}} = await host.config();
        const names = Object.keys(profiles).map(sanitise).join(', ');
        if (!(await isAccessible(path))) return ok(`${path} does not exist: defaults are used`);
        return ok(`${path}, profiles: ${names === '' ? 'none' : names}`);
      },
      ({message}) => fail(message, 'Correct the file at that place.'),
    ),
  credentials: ({store, now, env}) =>
    findingOf(
      async () => {
        await store.read({profile: '', url: ''}, now());
        if (await store.hasKeyring()) return ok('the keyring');
        const path = credentialsPath(env);
        const folder = dirname(path);
        if (await isWritable(folder)) return ok(`no keyring; ${sanitise(path)}`);
        return warn(`${sanitise(folder)} cannot be written`, 'login cannot save a credential; set XDG_STATE_HOME.');
      },
      ({message}) => fail(message),
    ),
};

export const doctorCommand = (host: Host) =>
  withOutput(new Command('doctor'))
    .summary('check terminal, theme, mouse, clipboard, notifications, config, credential and gateway')
    .description(
      'Checks terminal, theme, mouse, clipboard, notifications, config, saved credential, and with a URL or profile the gateway: connection, TLS, credential, ' +
        'clock and agents. Ends with 1 if a check fails. The output has no secrets.',
    )
    .addOption(jsonFlag('json'))
    .action(async options => {
      const output = await openOutput(checkView, options, host);
      const results: Finding['result'][] = [];
      const report = async (name: string, finding: Finding): Promise<void> => {
        results.push(finding.result);
        await output.row({name, ...finding});
      };
      for (const [name, check] of Object.entries(LOCAL_CHECKS)) await report(name, await check(host));
      for await (const [name, finding] of checkGateway(host)) await report(name, finding);
      await output.end();
      const failed = results.filter(result => result === 'fail').length;
      if (failed > 0) throw new CommandError('failed', `${failed} of ${results.length} checks failed`);
    });

const isAccessible = (path: string, mode = constants.F_OK): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** If the folder does not exist, checks its nearest existing parent. */
const isWritable = async (path: string): Promise<boolean> => {
  if (await isAccessible(path)) return isAccessible(`${path}/.`, constants.W_OK);
  return dirname(path) !== path && isWritable(dirname(path));
};
