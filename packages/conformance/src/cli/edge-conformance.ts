import {NoResponse, UsageError} from '../check.ts';
import {type Gateway, openGateway} from '../gateway/open-gateway.ts';
import {createRedactor} from '../redact.ts';
import {addResult, NO_CHECKS, type Output, REPORTS, type Totals} from '../report.ts';
import {run} from '../run-checks.ts';
import {type Flags, HELP, parseFlags, parseRecordFlags, type RecordFlags} from './flags.ts';
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
  try {
    const isRecord = argv[0] === 'record';
    const flags = isRecord ? parseRecordFlags(argv.slice(1)) : parseFlags(argv);
    if (!flags.help && !flags.version) return await (isRecord ? recordTwin : examine)(flags, terminal);
    terminal.out(flags.help ? HELP : `${terminal.version}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NoResponse)) throw error;
    terminal.err(`edge-conformance: ${createRedactor().clean(error.message)}\n`);
    return USAGE;
  }
};

const recordTwin = async (flags: RecordFlags, terminal: Terminal): Promise<number> => {
  const target = await targetOf(flags, terminal.env);
  const {recordCommand} = await import('./record-command.ts');
  return recordCommand(flags, target, terminal);
};

const examine = async (flags: Flags, terminal: Terminal): Promise<number> => {
  const {output = 'table', strict = false} = flags;
  if (output !== 'table' && output !== 'ndjson') throw new UsageError('--output must be table or ndjson');
  const gateway = await openGateway(await targetOf(flags, terminal.env));
  let left: readonly string[] = [];
  let code: number;
  try {
    const totals = await report(gateway, output, terminal);
    code = terminal.signal.aborted ? Number(terminal.signal.reason) : codeOf(totals, strict);
  } finally {
    left = await gateway.cleanUp();
    gateway.close();
    for (const problem of left) terminal.err(`edge-conformance: ${gateway.redactor.clean(problem)}\n`);
  }
  return left.length > 0 && code === 0 ? 1 : code;
};

const codeOf = ({violation, difference}: Totals, strict: boolean): number =>
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
