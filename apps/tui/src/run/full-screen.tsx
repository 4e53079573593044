import type {Exchange} from '@edge-console/client';
import type {Parts} from '../app/app.ts';
import {type Args, usage} from '../cli/args.ts';
import type {Config} from '../cli/config/config-schema.ts';
import {checkTab, lockAfterOf, lockWithOf, resolveSettings} from '../cli/settings.ts';
import {openFileWarnings} from '../cli/token-sources.ts';
import {combine} from '../cli/variables.ts';
import {resolveKeys, warningText} from '../commands/resolve-keys.ts';
import {print} from '../output/sink.ts';
import {openJournal} from '../saved/journal.ts';
import {checkPreferences, openPreferences} from '../saved/preferences-file.ts';
import {signInParts} from '../screens/first-screen.ts';
import {signInTab, tabIds} from '../screens/tabs.ts';
import {detectCapabilities} from '../terminal/capabilities.ts';
import {createAppearance} from './appearance.ts';
import {PALETTE, watchConfig} from './config-reload.ts';
import {appParts, consoleNames, firstTab} from './console.ts';
import {printFrames} from './frames.tsx';
import {createGateways} from './gateways.ts';
import {runInteractive} from './interactive.tsx';
import {openConfig} from './open-config.ts';
import {createProfileEdits} from './profile-edits.ts';

const MAX_EXCHANGES = 200;

const askKeyring = async (): Promise<string | undefined> =>
  (await import('../credentials/keyring-proof.ts')).keyringProblem(process.env);

const loadAllParts = async () => (await import('../screens/registry.ts')).allParts();

export const runFullScreen = async ({command, flags}: Args, userAgent: string): Promise<void> => {
  if (flags.help) return print(process.stdout, usage(tabIds, consoleNames(await loadAllParts(), {}).say));
  const file = await openConfig(flags.config, async () => (await loadAllParts()).layers);
  const config = file.current;
  const settings = resolveSettings(flags, config(), process.env);
  const given = combine(flags, process.env);
  const {tab} = given.values;
  checkTab(tab, tabIds);
  checkTab(given.values.firstTab, tabIds);
  lockAfterOf(given, config());
  lockWithOf(given, config());
  for (const warning of openFileWarnings(settings.tokens)) process.stderr.write(warning);
  await checkPreferences(process.env);
  const capabilities = detectCapabilities(process.env, process);
  const exchanges: Exchange[] = [];
  const journal = openJournal(process.env);
  const shared = {
    userAgent,
    onExchange: (exchange: Exchange) => {
      exchanges.push(exchange);
      if (exchanges.length > MAX_EXCHANGES) exchanges.shift();
    },
  };
  const gateways = createGateways({flags, given, settings, shared, journal, config, pin: file.pin});
  let use: (next: Config) => void = () => undefined;
  const edits = createProfileEdits({path: file.path, config, changed: async () => use(await file.read())});
  const resolved = () => resolveKeys(config(), () => parts.layers);
  const live = () => ({
    keys: resolved().keys,
    profiles: {names: Object.keys(config().profiles ?? {}), open: gateways.openProfile, edits},
    runbooks: config().runbooks,
    messages: config().messages,
    deploys: [...(config().deploys ?? []), ...(demo?.deploys ?? [])],
    commands: config().commands,
  });
  const {glyphs, themes} = createAppearance({given, settings, capabilities, config, profileOf: gateways.profileOf});
  const demo =
    command === 'demo'
      ? await (await import('../cli/demo.ts')).startDemo(shared, {nginx: flags.nginx === true})
      : undefined;
  const connection = demo?.connection ?? (settings.target && (await gateways.openSaved(settings.target)));
  const isSignIn = capabilities.interactive && firstTab({tab, connection, start: gateways.startOf}) === signInTab;
  // Keys of the config are checked against the commands of all tabs.
  const isPartial = isSignIn && config().keys === undefined && config().commands === undefined;
  let parts = isPartial ? signInParts() : await loadAllParts();
  const loadParts = async (): Promise<Parts> => {
    parts = await loadAllParts();
    return appParts(parts, resolved().keys);
  };
  const options = {
    connection,
    parts,
    open: gateways.open,
    ...live(),
    preferences: openPreferences(process.env),
    start: gateways.startOf,
    journal,
    notify: config().notify,
    mouse: given.values.mouse ?? config().mouse ?? false,
    lock: {
      lockAfter: () => lockAfterOf(given, config()),
      askKeyring: () => (lockWithOf(given, config()) === 'keyring' ? askKeyring : undefined),
    },
    configPath: file.path,
    exchanges,
    tab,
    now: Date.now,
    charset: glyphs(),
  };
  if (!capabilities.interactive) {
    await printFrames(options).finally(() => demo?.close());
    process.exit(0);
  }
  const console = runInteractive({
    ...options,
    loadParts: isPartial ? loadParts : undefined,
    themes,
    configFile: file.create,
    exit: code => void Promise.resolve(demo?.close()).then(() => process.exit(code)),
  });
  use = next => {
    if (next.mouse !== config().mouse) console.mouse.set(next.mouse ?? false);
    file.use(next);
    gateways.changePolicies();
    console.reconfigure({charset: glyphs(), notify: config().notify});
    const given = live();
    console.app.reconfigure({...given, names: consoleNames(parts, given.keys)}, gateways.relabel);
    if (next.defaultProfile !== undefined) console.app.connectFirst(next.defaultProfile);
  };
  const warning = (): string => warningText(resolved().warnings);
  if (warning() !== '') console.app.flash('warn', warning(), PALETTE);
  watchConfig(file, {
    ...{use, warning, flash: console.app.flash, isLent: console.isLent},
    isConnected: () => console.app.view().connection !== undefined,
  });
};
