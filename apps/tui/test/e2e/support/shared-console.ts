import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {TestServer} from '@edge-console/test-tools';
import {afterAll, onTestFailed} from 'vitest';
import type {Config} from '../../../src/cli/config/config-schema.ts';
import {openPty} from '../../pty/harness.ts';
import {sharedFolder} from '../../support/folder.ts';
import {API_TOKEN, type GatewayOptions, sharedGateway} from '../../support/gateway.ts';
import {bin, plainEnv} from '../../support/program.ts';
import {type Driver, drive} from './driver.ts';
import {run, type Size} from './frame-checks.ts';

const MAX_TESTS = 100;

interface SharedOptions {
  readonly gateway?: () => GatewayOptions;
  /** Tab of each test; default `error-logs`. */
  readonly firstTab?: NonNullable<Config['firstTab']>;
  /** The config without profiles. */
  readonly config?: Config;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

interface Shared {
  readonly console: Driver;
  readonly gateway: TestServer;
  readonly url: string;
}

/**
 * Starts one server and one console for all tests of a file, since a start takes more CPU time than most tests. The
 * returned function resets the server, adds a seed, and opens a new profile, which has none of the state of the profile
 * before. The console is started again if the last test failed, ended the console or left a dialog open.
 */
export const sharedConsole = ({
  gateway: options = () => ({}),
  firstTab = 'error-logs',
  config,
  env,
  flags = [],
}: SharedOptions = {}) => {
  const gateway = sharedGateway(options);
  const folder = sharedFolder('shared');
  const [configFile, tokenFile] = [join(folder, 'config.json'), join(folder, 'token')];
  let console: Driver | undefined;
  let tests = 0;

  const close = async (): Promise<void> => {
    await console?.close();
    console = undefined;
  };
  afterAll(close);

  const writeConfig = (url: string): void => {
    writeFileSync(tokenFile, API_TOKEN, {mode: 0o600});
    const profile = {url, apiTokenFile: tokenFile, firstTab};
    const profiles = Object.fromEntries(Array.from({length: MAX_TESTS}, (_, at) => [`t${at + 1}`, profile]));
    writeFileSync(configFile, JSON.stringify({...config, profiles}));
  };

  const start = async (profile: string, size: Size): Promise<Driver> => {
    await close();
    const args = [bin, '--config', configFile, '--profile', profile, ...flags];
    const all = {...plainEnv, XDG_STATE_HOME: folder, ...env};
    return drive(await openPty({command: process.execPath, args, env: all, ...size}));
  };

  return async (size: Size = {cols: 120, rows: 36}, more?: GatewayOptions['seed']): Promise<Shared> => {
    onTestFailed(close);
    const {url, reset, seed} = gateway();
    tests += 1;
    if (tests === 1) writeConfig(url);
    else await reset();
    if (more) await seed(more);
    const profile = `t${tests}`;
    const isUsable = console?.exited() === undefined && !console?.text().includes('╭─');
    if (console === undefined || !isUsable) console = await start(profile, size);
    else {
      console.resize(size.cols, size.rows);
      await run(console, `profile ${profile}`).see(`Using ${profile}.`);
    }
    return {console, gateway: gateway(), url};
  };
};
