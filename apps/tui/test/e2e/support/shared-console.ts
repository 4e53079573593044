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
/** The border of a dialog, or the mark of a field of a form. */
const IN_FRONT = /╭─|^▌/m;
const SESSION_TAB = /^[ ▌] Gateway /m;
const ESC_MS = 1_000;
/** A profile with a credential, whose gateway does not run. */
const FIRST = 'first';
const NO_GATEWAY = 'http://127.0.0.1:9';

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
  /** Fields of the profile, such as the URL of another gateway. With `apiTokenFile: undefined`, it has no credential. */
  readonly profile?: Partial<NonNullable<Config['profiles']>[string]>;
  /** If these fields differ from those of the last test, the console reloads the config. */
  readonly config?: Config;
}

interface Shared {
  readonly console: Driver;
  readonly gateway: TestServer;
  readonly url: string;
  readonly profile: string;
  /** State folder. */
  readonly state: string;
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

  /** Whether the console runs without a dialog or form. If one is in front, presses Esc. */
  const isFree = async (): Promise<boolean> => {
    if (console === undefined || console.exited()) return false;
    try {
      if (IN_FRONT.test(console.text())) await console.key('esc').gone(IN_FRONT, {deadline: ESC_MS});
      // On the Session tab, a change of the config moves the cursor to the form, which takes all keys.
      if (SESSION_TAB.test(console.text())) await console.press('global.tab-error-logs').gone(SESSION_TAB);
      return true;
    } catch {
      return false;
    }
  };

  /** Returns whether the config has changed. */
  const writeConfig = ({profile, config}: Opening): boolean => {
    const each = {url: gateway().url, apiTokenFile: tokenFile, firstTab: firstTab ?? 'error-logs', ...profile};
    const profiles = Object.fromEntries(Array.from({length: MAX_TESTS}, (_, at) => [`t${at + 1}`, each]));
    const first = {url: NO_GATEWAY, apiTokenFile: tokenFile, firstTab: 'error-logs'};
    const text = JSON.stringify({...config, profiles: {...config?.profiles, [FIRST]: first, ...profiles}});
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
    if (!(await isFree())) await close();
    const isChanged = writeConfig(opening);
    // A profile without a credential shows the tab and the view of the profile before.
    const isAnonymous = opening.profile !== undefined && 'apiTokenFile' in opening.profile;
    const names = isAnonymous ? [FIRST, profile] : [profile];
    if (console === undefined) console = await start(names.shift() ?? profile, size);
    else {
      console.resize(size.cols, size.rows);
      if (isChanged) await console.see('Reloaded config.json');
    }
    for (const name of names) await run(console, `profile ${name}`).see(`Using ${name}.`);
    return {console, gateway: gateway(), url, profile, state: folder};
  };
};
