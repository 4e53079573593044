import {Argument, Command} from '@commander-js/extra-typings';
import {DEMO_SUMMARY, HAS_DEMO, nounOf, screenProgram} from '../../cli/args.ts';
import {sanitise} from '../../text/sanitise.ts';
import {themeNames} from '../../theme/themes.ts';
import {childPorts, textStream} from '../child-ports.ts';
import type {Host} from '../host.ts';
import {completionOf, type LiveValues} from './completion-candidates.ts';
import {completionScripts, SHELLS} from './scripts.ts';

/** An unreachable gateway must not block the shell for longer. */
const DEADLINE_MS = 2_000;
const MAX_VALUES = 200;

export const completionCommand = (host: Host) =>
  new Command('completion')
    .summary('print the completion script of a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(async shell => {
      await host.out.write(completionScripts[shell]);
    });

export const completeCommand = (host: Host) =>
  new Command('complete')
    .summary('print what can follow on a command line')
    .argument('[words...]')
    .option('--next', 'an empty word follows')
    .action(async (given, options, command) => {
      const words = options.next === true ? [...given, ''] : given;
      const {createProgram} = await import('../create-program.ts');
      const program = await createProgram(host);
      // Without a command, the words may be `demo` or options of the full-screen console.
      if (nounOf(words) === undefined) {
        const {tabIds} = await import('../../screens/tabs.ts');
        const known = new Set(program.options.map(({long}) => long));
        for (const option of screenProgram(tabIds).options)
          if (!known.has(option.long) && !option.hidden) program.addOption(option);
        if (HAS_DEMO) program.addCommand(new Command('demo').summary(DEMO_SUMMARY));
      }
      try {
        // Applies typed connection options, such as `--url`, because completion may read names from the gateway.
        command.parent?.parseOptions([...words]);
      } catch {
        // Parsing fails if the last word is an option whose value is not typed yet.
      }
      const found = await completionOf(program, words, liveValues(host)).catch(() => []);
      const lines =
        found === 'files' ? [':files'] : found.map(({value, description}) => `${value}\t${sanitise(description)}`);
      await host.out.write(lines.map(line => `${line}\n`).join(''));
    });

const liveValues = (host: Host): LiveValues => ({
  profiles: async () => Object.keys((await host.config()).profiles ?? {}),
  themes: async () => [...themeNames, ...Object.keys((await host.config()).themes ?? {})],
  async agents() {
    const {client} = await host.connect();
    const agents = await client.applications.agents({signal: AbortSignal.timeout(DEADLINE_MS)});
    return agents.slice(0, MAX_VALUES).map(({id, name = ''}) => ({value: String(id), description: name}));
  },
  async tokens() {
    const {client} = await host.connect();
    const {items} = await client.apiTokens.list({page_size: MAX_VALUES}, {signal: AbortSignal.timeout(DEADLINE_MS)});
    // A name with control characters cannot be typed, so the id is suggested instead.
    return items.map(({id, name}) =>
      sanitise(name) === name ? {value: name, description: `id ${id}`} : {value: String(id), description: name},
    );
  },
  async fields(words) {
    const {runCommand} = await import('../run.ts');
    const printed: string[] = [];
    const nothing = (): undefined => undefined;
    const streams = {stdout: textStream(text => printed.push(text)), stderr: textStream(nothing)};
    const ports = childPorts({env: host.env, once: nothing, removeListener: nothing}, streams);
    // The option `--fields` without names prints all names and sends no request.
    const code = await runCommand(['--read-only', '--no-input', ...words, '--fields'], host.version, ports);
    return code === 0 ? printed.join('').trim().split('\n') : [];
  },
});
