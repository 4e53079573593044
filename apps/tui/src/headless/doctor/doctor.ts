import {constants} from 'node:fs';
import {access} from 'node:fs/promises';
import {dirname} from 'node:path';
import {Command} from '@commander-js/extra-typings';
import type {ResponseFacts} from '@edge-console/client';
import {configPath} from '../../cli/config.ts';
import type {Connection} from '../../core/connection.ts';
import {credentialsPath} from '../../credentials/file-store.ts';
import {plural} from '../../format/number.ts';
import {duration} from '../../format/time.ts';
import {fieldsOf} from '../../output/view.ts';
import {detectCapabilities} from '../../terminal/capabilities.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, failureOf} from '../exit.ts';
import type {Host} from '../host.ts';
import {jsonFlag, openAsked, type TextView, withOutput} from '../options.ts';
import {clipboardCheck} from './clipboard.ts';

/** One thing that was checked. Texts are sanitised and have no secret. */
export interface Check {
  readonly name: string;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** A clock that differs by more makes expiries and time ranges misleading. */
const MAX_SKEW_MS = 5_000;

const checkText = ({name, result, text, remedy}: Check): string =>
  `${result.padEnd(5)} ${name.padEnd(11)} ${text}\n${remedy === undefined ? '' : `${' '.repeat(18)}${remedy}\n`}`;

const checkView: TextView<Check> = {
  table: async () => ({
    columns: [
      {id: 'result', title: 'result', cells: 6, priority: 0, text: ({result}) => result},
      {id: 'name', title: 'check', cells: 11, priority: 1, text: ({name}) => name},
      {id: 'text', title: 'found', cells: 40, priority: 2, grow: true, text: ({text}) => text},
      {id: 'remedy', title: 'remedy', cells: 40, priority: 3, text: ({remedy = ''}) => remedy},
    ],
    data: undefined,
  }),
  fields: fieldsOf<Check>('name', 'result', 'text', 'remedy'),
  text: checkText,
};

export const doctorCommand = (host: Host, version: string, file: () => string | undefined) =>
  withOutput(new Command('doctor'))
    .summary('check terminal, clipboard, config, credential and gateway')
    .description(
      'Checks terminal, clipboard, config, kept credential, and with a URL or profile the gateway: connection, TLS, credential, ' +
        'clock and agents. Ends with 1 if a check fails. The output has no secrets.',
    )
    .addOption(jsonFlag('json'))
    .action(async options => {
      const checks: Check[] = [];
      const output = await openAsked(checkView, options, host);
      if (output === undefined) return;
      const report = async (check: Check): Promise<void> => {
        checks.push(check);
        await output.row(check);
      };
      await report(programCheck(version));
      await report(terminalCheck(host));
      await report(await clipboardCheck(host.env));
      await report(await configCheck(host, file()));
      await report(await storeCheck(host));
      for await (const check of gatewayChecks(host)) await report(check);
      await output.end();
      const failed = checks.filter(({result}) => result === 'fail').length;
      if (failed > 0) throw new CommandError('failed', `${failed} of ${checks.length} checks failed`);
    });

const programCheck = (version: string): Check => ({
  name: 'program',
  result: 'ok',
  text: `edge-console ${version}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
});

const terminalCheck = ({env, out}: Host): Check => {
  const {unicode, color} = detectCapabilities(env, {stdin: {isTTY: out.isTerminal}, stdout: {isTTY: out.isTerminal}});
  const kind = out.isTerminal ? `${sanitise(env.TERM ?? 'unknown')}, ${out.width} columns` : 'not a terminal';
  const text = `${kind}, ${unicode ? 'UTF-8' : 'no UTF-8'}, ${color ? 'colours' : 'no colours'}`;
  if (unicode) return {name: 'terminal', result: 'ok', text};
  return {name: 'terminal', result: 'warn', text, remedy: 'Set LANG to a UTF-8 locale, or use --ascii.'};
};

const configCheck = async (host: Host, file: string | undefined): Promise<Check> => {
  const path = sanitise(configPath(file, host.env));
  try {
    const {profiles = {}} = await host.config();
    const names = Object.keys(profiles).map(sanitise).join(', ');
    const isThere = await exists(path);
    const text = isThere
      ? `${path}, profiles: ${names === '' ? 'none' : names}`
      : `${path} does not exist: defaults are used`;
    return {name: 'config', result: 'ok', text};
  } catch (error) {
    return {name: 'config', result: 'fail', text: failureOf(error).message, remedy: 'Correct the file at that place.'};
  }
};

const storeCheck = async ({store, now, env}: Host): Promise<Check> => {
  try {
    await store.read({profile: '', url: ''}, now());
    if (await store.hasKeyring()) return {name: 'credentials', result: 'ok', text: 'the keyring'};
    const path = credentialsPath(env);
    const folder = dirname(path);
    const isWritable = await writable(folder);
    if (isWritable) return {name: 'credentials', result: 'ok', text: `no keyring; ${sanitise(path)}`};
    const text = `${sanitise(folder)} cannot be written`;
    return {name: 'credentials', result: 'warn', text, remedy: 'login cannot keep a credential; set XDG_STATE_HOME.'};
  } catch (error) {
    return {name: 'credentials', result: 'fail', text: failureOf(error).message};
  }
};

async function* gatewayChecks(host: Host): AsyncGenerator<Check, void, undefined> {
  let connection: Connection;
  try {
    connection = await host.connect();
  } catch (error) {
    const remedy = 'Give --url or --profile to check a gateway.';
    yield {name: 'gateway', result: 'warn', text: failureOf(error).message, remedy};
    return;
  }
  const {url, client, tls, identity} = connection;
  const startedAt = host.now();
  try {
    const {response} = await client.apiTokens.list({page_size: 1}, {signal: host.signal}).withResponse();
    const ms = host.now() - startedAt;
    yield {name: 'gateway', result: 'ok', text: `${url} answers in ${ms} ms`};
    yield tlsCheck(tls);
    yield {
      name: 'identity',
      result: 'ok',
      text: identity.kind === 'session' ? `session of ${sanitise(identity.username)}` : 'API token',
    };
    yield await clockCheck(connection, host.signal, response);
    yield await agentsCheck(connection, host.signal);
  } catch (error) {
    const {exit, message, hint} = failureOf(error);
    const reached = exit === 'unauthenticated' || exit === 'refused';
    if (reached) {
      yield {name: 'gateway', result: 'ok', text: `${url} answers in ${host.now() - startedAt} ms`};
      yield tlsCheck(tls);
    }
    const name = reached ? 'identity' : 'gateway';
    const remedy = exit === 'unauthenticated' ? 'Use login, or give an API token.' : hint;
    yield {name, result: 'fail', text: message, ...(remedy !== '' && {remedy})};
  }
}

/** A session reads the error logs and tokens, and is not enough for the console. */
const agentsCheck = async ({client}: Connection, signal: AbortSignal): Promise<Check> => {
  try {
    const {length} = await client.applications.agents({signal});
    return {name: 'agents', result: 'ok', text: `the console lists ${plural(length, 'agent')}`};
  } catch (error) {
    const {exit, message, hint} = failureOf(error);
    if (exit === 'notFound') return {name: 'agents', result: 'ok', text: 'the console has no list; apps take an id'};
    return {name: 'agents', result: 'warn', text: message, ...(hint !== '' && {remedy: hint})};
  }
};

const tlsCheck = (tls: Connection['tls']): Check => {
  switch (tls) {
    case 'none':
      return {
        name: 'tls',
        result: 'warn',
        text: 'not used: credentials are sent in clear',
        remedy: 'Use an https URL.',
      };
    case 'unverified':
      return {
        name: 'tls',
        result: 'warn',
        text: 'any certificate is trusted',
        remedy: 'Use --ca-file or --pin-sha256.',
      };
    case 'verified':
      return {name: 'tls', result: 'ok', text: 'trusted by the authorities of this system'};
    case 'ca':
      return {name: 'tls', result: 'ok', text: 'trusted by the CA file'};
    case 'pinned':
      return {name: 'tls', result: 'ok', text: 'pinned certificate'};
    default:
      return tls satisfies never;
  }
};

/** Compares the clocks of the gateway, and of a proxy that sets the header Date, with that of this machine. */
const clockCheck = async ({client}: Connection, signal: AbortSignal, listed: ResponseFacts): Promise<Check> => {
  // Of the lists, only the error logs have a time in the body (docs/contract.md#common-response-envelope).
  const logs = await client.errorLogs
    .list({page_size: 1}, {signal})
    .withResponse()
    .catch(() => undefined);
  const {headers, timing} = logs?.response ?? listed;
  const here = timing.startedAt.getTime() + timing.total / 2;
  const clocks = [
    {name: 'the header Date', gateway: Date.parse(String(headers.date))},
    {name: 'the time in responses', gateway: (logs?.data.time ?? Number.NaN) * 1000},
  ].flatMap(({name, gateway}) => (Number.isNaN(gateway) ? [] : {name, ahead: gateway + HALF_SECOND_MS - here}));
  const skews = clocks.map(({ahead}) => ahead);
  const [skew] = skews;
  if (skew === undefined) return {name: 'clock', result: 'warn', text: 'the gateway does not send its time'};
  if (skews.every(isSmall)) return {name: 'clock', result: 'ok', text: 'agrees with the gateway'};
  if (isSmall(Math.max(...skews) - Math.min(...skews))) {
    const text = `this machine is ${duration(Math.abs(skew))} ${skew > 0 ? 'behind' : 'ahead of'} the gateway`;
    return {name: 'clock', result: 'warn', text, remedy: 'Set the clock: expiries and relative times are off by this.'};
  }
  const text = clocks.map(({name, ahead}) => {
    const difference = `is ${duration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} this machine`;
    return `${name} ${isSmall(ahead) ? 'agrees' : difference}`;
  });
  const remedy = 'Set the clock that is off: the time is that of the gateway, the header may be that of a proxy.';
  return {name: 'clock', result: 'warn', text: text.join(', '), remedy};
};

/** Gateways send whole seconds. */
const HALF_SECOND_MS = 500;

const isSmall = (ms: number): boolean => Math.abs(ms) < MAX_SKEW_MS;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether a folder, or the nearest one above it that exists, can be written; false for a file. */
const writable = async (path: string): Promise<boolean> => {
  if (!(await exists(path))) return dirname(path) !== path && writable(dirname(path));
  return access(`${path}/.`, constants.W_OK).then(
    () => true,
    () => false,
  );
};
