import type {Exchange} from '@edge-console/client';
import {type Args, UsageError, usage} from '../cli/args.ts';
import {configPath, readConfig} from '../cli/config.ts';
import {checkTab, gatewaySettings, resolveSettings} from '../cli/settings.ts';
import {openFileWarnings} from '../cli/tokens.ts';
import {combine} from '../cli/variables.ts';
import {tagOf, writesOf} from '../cli/write-policy.ts';
import type {Target} from '../core/screen.ts';
import {createSink, print} from '../output/sink.ts';
import {openJournal} from '../saved/journal.ts';
import {openPreferences} from '../saved/preferences.ts';
import {commandLayers, tabIds} from '../screens/registry.ts';
import {detectCapabilities} from '../terminal/capabilities.ts';
import {charset} from '../theme/glyphs.ts';
import {createPaint} from '../theme/theme.ts';
import {allThemes, chosenTheme} from '../theme/themes.ts';
import {consoleNames} from './console.ts';
import {printFrames} from './frames.tsx';
import {runInteractive} from './interactive.tsx';

/** Maximum number of past requests that are kept for the dialog `Last requests`. */
const REMEMBERED = 200;

export const runFullScreen = async ({command, flags}: Args, userAgent: string): Promise<void> => {
  if (flags.help) return print(process.stdout, usage(tabIds, consoleNames({}).say));
  const config = await readConfig(flags.config, {env: process.env, layers: async () => commandLayers()});
  const settings = resolveSettings(flags, config, process.env);
  const given = combine(flags, process.env);
  const {tab} = given.values;
  checkTab(tab, tabIds);
  for (const warning of openFileWarnings(settings.tokens)) process.stderr.write(warning);
  const capabilities = detectCapabilities(process.env, process);
  const exchanges: Exchange[] = [];
  const journal = openJournal(process.env);
  const shared = {
    userAgent,
    onExchange: (exchange: Exchange) => {
      exchanges.push(exchange);
      if (exchanges.length > REMEMBERED) exchanges.shift();
    },
  };
  const isStart = ({profile, url}: Target): boolean =>
    profile === settings.target?.profile && url === settings.target.url;
  const profileOf = ({profile: name, url}: Target) => {
    const profile = config.profiles?.[name];
    return URL.parse(profile?.url ?? '')?.href.replace(/\/$/, '') === url ? profile : undefined;
  };
  /** Profile settings apply only to the profile's gateway. Flags apply to the first gateway and to URLs typed later. */
  const settingsOf = (target: Target) => {
    if (isStart(target)) return settings;
    const profile = profileOf(target);
    return gatewaySettings(profile === undefined ? given : combine({}, {}), profile);
  };
  // The modules are loaded on first use, since the first frame needs no HTTP client.
  const openWith = async (target: Target, how: 'openSaved' | 'openUnsaved') => {
    const saved = await import('../credentials/saved-connection.ts');
    const {openCredentialStore} = await import('../credentials/open-store.ts');
    const {tls, caFile, username} = settingsOf(target);
    const writes = writesOf(target, {flags, env: process.env, config});
    const options = {
      ...shared,
      journal,
      caFile,
      writes,
      tag: tagOf(target, config, isStart(target) ? given.values : {}),
      ...(tls !== undefined && {tls}),
    };
    const connection = await saved[how](target, options, {store: openCredentialStore(process.env), now: Date.now});
    return {...connection, username, ...(profileOf(target) !== undefined && {pin: pinFor(target.profile)})};
  };
  const pinFor = (profile: string) => async (sha256: string) => {
    const {editConfig} = await import('../cli/config-edit.ts');
    const path = ['profiles', profile, 'pinSha256'];
    await editConfig(configPath(flags.config, process.env), () => [{path, value: sha256}], commandLayers());
  };
  const demo = command === 'demo' ? await (await import('../cli/demo.ts')).startDemo(shared) : undefined;
  const options = {
    connection: demo?.connection ?? (settings.target && (await openWith(settings.target, 'openSaved'))),
    open: (target: Target) => openWith(target, 'openUnsaved'),
    profiles: {
      names: Object.keys(config.profiles ?? {}),
      open: async (profile: string) => {
        // The environment is left out: its credential belongs to the gateway that the console was started for.
        const {target} = resolveSettings({profile}, config, {});
        if (target === undefined) throw new UsageError(`The profile ${JSON.stringify(profile)} has no url.`);
        return openWith(target, 'openSaved');
      },
    },
    preferences: openPreferences(process.env),
    journal,
    runbooks: config.runbooks,
    messages: config.messages,
    deploys: config.deploys,
    notify: config.notify,
    lockAfter: settings.lockAfter,
    configPath: configPath(flags.config, process.env),
    exchanges,
    tab,
    keys: settings.keys,
    now: Date.now,
    charset: charset(settings.ascii || !capabilities.unicode),
  };
  const leave = async (code: number): Promise<void> => {
    await demo?.close();
    process.exit(code);
  };
  if (capabilities.interactive) {
    const {color, depth} = capabilities;
    const all = allThemes(config.themes);
    const themes = {
      names: Object.keys(all),
      paint: (name: string) => createPaint(all[name] ?? all.default, depth),
      of: (gateway: Target | undefined) => {
        const {flag, config: start} = settings.theme;
        const isFirst = gateway === undefined || isStart(gateway);
        return chosenTheme({flag, config: isFirst ? start : (profileOf(gateway)?.theme ?? config.theme)}, color);
      },
    };
    runInteractive({...options, themes, exit: code => void leave(code)});
    return;
  }
  const reason =
    'This is not a terminal: printing one text frame per tab. Run it in a terminal for the full-screen console.';
  const sink = createSink(process.stdout);
  try {
    await printFrames({...options, reason, write: sink.write});
    await sink.flush();
  } catch (error) {
    await demo?.close();
    throw error;
  }
  await leave(0);
};
