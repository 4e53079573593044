import {CommanderError} from '@commander-js/extra-typings';
import {NoResponse, UsageError} from '../check.ts';
import {type Gateway, openGateway} from '../gateway/open-gateway.ts';
import {createRedactor} from '../redact.ts';
import {addResult, NO_CHECKS, type Output, REPORTS, type Totals} from '../report.ts';
import {run} from '../run-checks.ts';
import {type CheckFlags, checkCommand, recordCommand, usageProblem} from './flags.ts';
import {type Environment, targetOf} from './target.ts';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly env: Environment;
  readonly version: string;
  /** Aborted by a signal such as SIGINT. The reason is the exit code. */
  readonly signal: AbortSignal;
}

const USAGE = 2;

export const main = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  let code = 0;
  const program = checkCommand(terminal.version)
    .enablePositionalOptions()
    .configureOutput({writeOut: terminal.out, writeErr: () => undefined})
    .exitOverride()
    .action(async flags => {
      code = await examine(flags, terminal);
    });
  const record = recordCommand(terminal.version).copyInheritedSettings(program);
  record.action(async flags => {
    const target = await targetOf(flags, terminal.env);
    const {recordGateway} = await import('./record-command.ts');
    code = await recordGateway(flags, target, terminal);
  });
  try {
    await program.addCommand(record).parseAsync(argv, {from: 'user'});
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (!(error instanceof CommanderError || error instanceof UsageError || error instanceof NoResponse)) throw error;
    const problem = error instanceof CommanderError ? usageProblem(error) : error.message;
    terminal.err(`edge-conformance: ${createRedactor().clean(problem)}\n`);
    return USAGE;
  }
};

const examine = async (flags: CheckFlags, terminal: Terminal): Promise<number> => {
  const gateway = await openGateway(await targetOf(flags, terminal.env));
  let left: readonly string[] = [];
  let code: number;
  try {
    const totals = await report(gateway, flags.output, terminal);
    code = terminal.signal.aborted ? Number(terminal.signal.reason) : codeOf(totals, flags.strict);
  } finally {
    left = await gateway.cleanUp();
    gateway.close();
    for (const problem of left) terminal.err(`edge-conformance: ${gateway.redactor.clean(problem)}\n`);
  }
  return left.length > 0 && code === 0 ? 1 : code;
};

const codeOf = ({violation, difference}: Totals, strict = false): number =>
  violation > 0 || (strict && difference > 0) ? 1 : 0;

const report = async (gateway: Gateway, output: Output, {out, signal}: Terminal): Promise<Totals> => {
  const {head, result: lineOf, end} = REPORTS[output];
  if (head !== undefined) out(`${head}\n`);
  let totals = NO_CHECKS;
  for await (const result of run(gateway, {signal})) {
    out(`${lineOf(result)}\n`);
    totals = addResult(totals, result);
  }
  if (!signal.aborted) out(`${end(totals)}\n`);
  return totals;
};
