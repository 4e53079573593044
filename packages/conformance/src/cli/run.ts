import {type Gateway, openGateway} from '../gateway/open.ts';
import {NoAnswer} from '../http/no-answer.ts';
import {createRedactor} from '../redact.ts';
import {REPORTS} from '../report/report.ts';
import {NONE, plus, type Totals} from '../report/totals.ts';
import {run} from '../run.ts';
import {type Flags, HELP, parseFlags} from './flags.ts';
import {type Environment, targetOf} from './target.ts';
import {Unusable} from './unusable.ts';

/** What the command needs of its process. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly env: Environment;
  readonly version: string;
  /** Aborted when the process is asked to stop; the reason is its exit code. */
  readonly signal: AbortSignal;
}

const UNUSABLE = 2;

/** Runs `edge-conformance` and gives its exit code. Whatever ends the run, what it made is taken away first. */
export const main = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const asked = parseFlags(argv);
    if (asked.kind === 'help') terminal.out(HELP);
    if (asked.kind === 'version') terminal.out(`${terminal.version}\n`);
    return asked.kind === 'run' ? await examine(asked.flags, terminal) : 0;
  } catch (error) {
    if (!(error instanceof Unusable || error instanceof NoAnswer)) throw error;
    terminal.err(`edge-conformance: ${createRedactor().clean(error.message)}\n`);
    return UNUSABLE;
  }
};

const examine = async (flags: Flags, terminal: Terminal): Promise<number> => {
  const gateway = await openGateway(await targetOf(flags, terminal.env));
  let left: readonly string[] = [];
  let code: number;
  try {
    const totals = await report(gateway, flags, terminal);
    code = terminal.signal.aborted ? Number(terminal.signal.reason) : codeOf(totals, flags.strict);
  } finally {
    left = await gateway.cleanUp();
    gateway.close();
    for (const problem of left) terminal.err(`edge-conformance: ${gateway.redactor.clean(problem)}\n`);
  }
  return left.length > 0 && code === 0 ? 1 : code;
};

const codeOf = ({violation, difference}: Totals, strict: boolean): number =>
  violation > 0 || (strict && difference > 0) ? 1 : 0;

const report = async (gateway: Gateway, {output}: Flags, {out, signal}: Terminal): Promise<Totals> => {
  const printed = REPORTS[output];
  if (printed.head !== undefined) out(`${printed.head}\n`);
  let totals = NONE;
  for await (const result of run(gateway, {signal})) {
    out(`${printed.result(result)}\n`);
    totals = plus(totals, result);
  }
  if (!signal.aborted) out(`${printed.end(totals)}\n`);
  return totals;
};
