import {commandProgram} from '../../cli/args.ts';
import {ReaderGone} from '../../output/sink.ts';
import {sanitise} from '../../text/sanitise.ts';
import {childPorts, textStream} from '../child-ports.ts';
import {EXITS} from '../exit.ts';
import {createHost, type ProcessPorts} from '../host.ts';
import {openOutput} from '../output.ts';
import type {RunOptions} from '../run.ts';
import {createFleet, type Member} from './fleet.ts';

interface FleetRun {
  readonly version: string;
  readonly ports: ProcessPorts;
  /** Resolves to the exit code. */
  run(options: Pick<RunOptions, 'ports' | 'member'>): Promise<number>;
}

/** If a profile fails, the others continue. If exit codes differ, resolves to the exit code of a partial failure. */
export const runFleet = async (profiles: readonly string[], {version, ports, run}: FleetRun): Promise<number> => {
  const host = createHost(ports, {version, options: () => commandProgram().opts()});
  const {members, end} = createFleet(profiles, (view, options) => openOutput(view, options, host));
  const said = new Set<string>();
  const say = ({profile}: Member, line: string): void => {
    const isShared = /^(?:edge-console: |--)/.test(line);
    const text = isShared || line.startsWith('{') ? line : `${sanitise(profile)}: ${line}`;
    // Usage errors and notes about options are the same for each profile, so they are printed once.
    if (!said.has(text)) ports.stderr.write(`${text}\n`);
    if (isShared) said.add(text);
  };
  try {
    const runs = members.map(async member => {
      const document: string[] = [];
      const own = childPorts(ports, {
        stdout: textStream(text => document.push(text), ports.stdout),
        stderr: textStream(text => {
          for (const line of text.trimEnd().split('\n')) say(member, line);
        }),
      });
      const code = await run({ports: own, member}).finally(() => member.close());
      return {code, text: document.join(''), member};
    });
    const ended = await Promise.all(runs);
    const print = async (): Promise<void> => {
      await end();
      for (const {text, member} of ended) if (text !== '') await host.out.write(documentOf(member, text));
      await host.out.flush();
    };
    await print().catch((error: unknown) => {
      if (!(error instanceof ReaderGone)) throw error;
    });
    const [first] = ended;
    return ended.every(({code}) => code === first?.code) ? (first?.code ?? 0) : EXITS.partial.code;
  } finally {
    host.close();
  }
};

/** The profile becomes a heading or, in JSON, a field. */
const documentOf = ({profile}: Member, text: string): string =>
  text.startsWith('{')
    ? `${JSON.stringify({profile, ...JSON.parse(text)})}\n`
    : `${text.startsWith('#') ? `# ${profile}\n` : `== ${sanitise(profile)} ==`}\n${text}\n`;
