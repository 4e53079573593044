import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {TestServer} from '@edge-console/test-tools';
import {afterAll, onTestFailed} from 'vitest';
import type {Config} from '../../../src/cli/config/config-schema.ts';
import {openPty} from '../../pty/harness.ts';
import {type Driver, drive} from '../../support/console/driver.ts';
import {sharedFolder} from '../../support/folder.ts';
import {API_TOKEN, type GatewayOptions, sharedGateway} from '../../support/gateway.ts';
import {consoleArgs, plainEnv} from '../../support/program.ts';
import {run, type Size} from './frame-checks.ts';

const MAX_TESTS = 100;
const DIALOG = '╭─';
const ESC_MS = 1_000;

interface SharedOptions {
  readonly gateway?: () => GatewayOptions;
  /** Default: `error-logs`. */
  readonly firstTab?: NonNullable<Config['firstTab']>;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

interface Opening {
  /** Added to the data of the server. */
  readonly seed?: GatewayOptions['seed'];
  /** Fields of the profile, such as the URL of another gateway. */
  readonly profile?: Partial<NonNullable<Config['profiles']>[string]>;
  /** If these fields differ from those of the last test, the console reloads the config. */
  readonly config?: Config;
}

interface Shared {
  readonly console: Driver;
  readonly gateway: TestServer;
  readonly url: string;
  readonly profile: string;
}

/**
 * Starts one server and one console for all tests of a file, since a start takes more CPU time than most tests. The
 * returned function resets the server and opens a new profile, which has no state. The console is started again if the last
 * test failed, ended the console or left a dialog open that Esc does not close.
 */
export const sharedConsole = ({gateway: options = () => ({}), firstTab, env, flags = []}: SharedOptions = {}) => {
  const gateway = sharedGateway(options);
  const folder = sharedFolder('shared');
  const [configFile, tokenFile] = [join(folder, 'config.json'), join(folder, 'token')];
  let console: Driver | undefined;
  let tests = 0;
  let written = '';

  const close = async (): Promise<void> => {
    await console?.close();
    console = undefined;
  };
  afterAll(close);

  /** Whether the console runs without a dialog. If a dialog is open, presses Esc. */
  const isFree = async (): Promise<boolean> => {
    if (console === undefined || console.exited()) return false;
    if (!console.text().includes(DIALOG)) return true;
    const closed = console.key('esc').gone(DIALOG, {deadline: ESC_MS});
    return closed.then(
      () => true,
      () => false,
    );
  };

  /** Returns whether the config has changed. */
  const writeConfig = ({profile, config}: Opening): boolean => {
    const each = {url: gateway().url, apiTokenFile: tokenFile, firstTab: firstTab ?? 'error-logs', ...profile};
    const profiles = Object.fromEntries(Array.from({length: MAX_TESTS}, (_, at) => [`t${at + 1}`, each]));
    const text = JSON.stringify({...config, profiles});
    if (text === written) return false;
    if (written === '') writeFileSync(tokenFile, API_TOKEN, {mode: 0o600});
    written = text;
    writeFileSync(configFile, text);
    return true;
  };

  const start = async (profile: string, size: Size): Promise<Driver> => {
    const args = consoleArgs('--config', configFile, '--profile', profile, ...flags);
    const all = {...plainEnv, XDG_STATE_HOME: folder, ...env};
    return drive(await openPty({command: process.execPath, args, env: all, ...size}));
  };

  return async (size: Size = {cols: 120, rows: 36}, opening: Opening = {}): Promise<Shared> => {
    onTestFailed(close);
    const {url, reset, seed} = gateway();
    tests += 1;
    if (tests > 1) await reset();
    if (opening.seed) await seed(opening.seed);
    const profile = `t${tests}`;
    const isChanged = writeConfig(opening);
    if (!(await isFree())) await close();
    if (console === undefined) console = await start(profile, size);
    else {
      console.resize(size.cols, size.rows);
      if (isChanged) await console.see('Reloaded config.json');
      await run(console, `profile ${profile}`).see(`Using ${profile}.`);
    }
    return {console, gateway: gateway(), url, profile};
  };
};
