import {shellLine} from '../../commands/arguments.ts';
import type {LiveCommand} from '../../commands/command.ts';
import {fieldVariables, filledArguments, LAST_OUTPUT, type OwnCommand} from '../../commands/own-command.ts';
import type {Connection} from '../../core/connection/connection.ts';
import {type EffectContext, effect, type Mounted} from '../../core/screen.ts';
import {confirmDialog} from '../../dialogs/confirm-dialog.ts';
import {textDialog} from '../../dialogs/text-dialog.ts';
import {plural} from '../../format/number.ts';
import {filterOfParams} from '../../logs/filter.ts';
import {rowTexts} from '../../output/cell-text.ts';
import {readBookmarks} from '../../saved/bookmarks.ts';
import {sanitise, sanitiseLines} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';
import type {AppOptions, AppPorts, EndedProgram, Shell} from '../app.ts';

type Output = Pick<EndedProgram, 'output' | 'isCut'>;

const OWN = {layer: 'own', group: 'Own commands', dangerous: false, args: undefined};

type Outcome = EndedProgram | 'not run';
type Work = (context: EffectContext, signal: AbortSignal) => Promise<Outcome>;

const createPrograms = ({host, flash}: Shell) => {
  let started = 0;
  const running: string[] = [];
  let last: (Output & {readonly title: string}) | undefined;

  const start = (work: Work, ended: (outcome: Outcome | string) => void) => {
    const effects = host.effects();
    const program = effect<Outcome | string>(`program ${started++}`, work, ({message}) => message);
    effects.run(program, ended);
    return effects;
  };

  const report = ({title}: OwnCommand, outcome: Outcome | string): void => {
    if (outcome === 'not run') flash('warn', 'There is no terminal.');
    else if (typeof outcome === 'string') flash('error', `${title}: ${outcome}`);
    else if (outcome.problem === undefined) flash('ok', `${title}: done.`);
    else {
      const said = outcome.firstError === undefined ? '.' : `: ${sanitise(outcome.firstError.trim())}`;
      flash('error', `${title}: the program ${outcome.problem}${said}`);
    }
  };

  const page = (command: OwnCommand, work: Work): void =>
    host.push(over => {
      let ended: Output | undefined;
      const effects = start(work, outcome => {
        ended = typeof outcome === 'string' ? {output: '', isCut: false} : outcome;
        if (typeof outcome === 'string' || outcome.problem !== undefined) report(command, outcome);
        host.changed();
      });
      const open = outputDialog(command.title, () => ended);
      return open({
        ...over,
        intend: (intent, from) => {
          if (intent.kind === 'close') effects.cancelAll();
          over.intend(intent, from);
        },
      });
    });

  const run = (command: OwnCommand, work: Work): void => {
    if (command.terminal === 'pager') page(command, work);
    else {
      const {title, terminal, stdin} = command;
      const isInBackground = terminal !== 'suspend';
      if (isInBackground) running.push(title);
      const profile = host.env().connection?.profile;
      const times = running.filter(other => other === title).length;
      if (stdin === 'report') flash('ok', `${title}: reading the entries …`);
      else if (isInBackground) flash('ok', `Running ${title}${times === 1 ? '' : ` ${times} times at once`}.`);
      start(work, outcome => {
        if (isInBackground) running.splice(running.indexOf(title), 1);
        if (typeof outcome === 'object' && isInBackground) {
          // The title names the profile, because the operator may have switched profiles while the command ran.
          last = {title: profile === undefined ? title : `${title} on ${profile}`, ...outcome};
        }
        report(command, outcome);
      });
    }
  };

  const noOutputReason = (): string =>
    running.length === 0 ? 'no program has ended in the background' : `still running: ${running.join(', ')}`;

  const lastOutput = (): LiveCommand => ({
    ...{...OWN, id: LAST_OUTPUT, title: 'Show the output of the last program'},
    ...{keys: [], footer: undefined, changes: false},
    disabledReason: last === undefined ? noOutputReason() : undefined,
    run: () => {
      const shown = last;
      const note = running.length === 0 ? '' : `; ${plural(running.length, 'program')} running`;
      if (shown !== undefined) host.push(outputDialog(`${shown.title}${note}`, () => shown));
    },
  });

  return {run, lastOutput};
};

export const createOwnCommands = (
  config: () => Pick<AppOptions, 'commands'>,
  ports: Pick<AppPorts, 'run'>,
  shell: Shell,
) => {
  const {host} = shell;
  const programs = createPrograms(shell);

  const live = (commands: readonly OwnCommand[], screen: Mounted): readonly LiveCommand[] =>
    commands.flatMap((command): LiveCommand[] => {
      const {id, title, key, scope, stdin, terminal, confirm = false, changes = false} = command;
      const subject = screen.subject(scope);
      if (subject === undefined) return [];
      const {row = {}} = subject;
      const {profile, url}: Partial<Connection> = host.env().connection ?? {};
      const texts = rowTexts({...row, profile, url});
      const argv = subject.row === undefined ? `no ${scope} is selected` : filledArguments(command, texts);
      const known = {...OWN, id, title, keys: key === undefined ? [] : [key], footer: title, changes};
      if (typeof argv === 'string') return [{...known, disabledReason: argv, run: () => undefined}];
      const variables = fieldVariables(texts);
      const shown = screen.scope() ?? {};
      const work: Work = async (context, signal) => {
        const inputs = {
          row: async () => `${JSON.stringify(row)}\n`,
          report: () => readReportOf(shown, context, signal),
        };
        const input = stdin === undefined ? undefined : await inputs[stdin]();
        const usesTerminal = terminal === 'suspend';
        return (await ports.run?.({argv, variables, input, usesTerminal}, signal)) ?? 'not run';
      };
      const run = (): void => programs.run(command, work);
      const question = confirmDialog(
        {title, lines: ['This program is run:', shellLine(argv)], choices: [{label: 'run', carryOut: async () => {}}]},
        () => undefined,
      );
      const ask = (): void => host.push(over => question.open(over, run));
      return [{...known, disabledReason: undefined, run: confirm ? ask : run}];
    });

  return (screen: Mounted): readonly LiveCommand[] => {
    const {commands = []} = config();
    return commands.length === 0 ? [] : [...live(commands, screen), programs.lastOutput()];
  };
};

const outputDialog = (title: string, output: () => Output | undefined) => {
  let wrapped: {readonly cells: number; readonly lines: readonly string[]} | undefined;
  return textDialog({
    title,
    closeKeys: [],
    lines: ({glyphs}, cells) => {
      const ended = output();
      if (ended === undefined) return [`Running ${glyphs.ellipsis}`];
      if (wrapped?.cells !== cells) wrapped = {cells, lines: outputLines(ended).flatMap(line => wrap(line, cells))};
      return wrapped.lines;
    },
  });
};

const outputLines = ({output, isCut}: Output): readonly string[] => {
  if (output.trim() === '') return ['There is no output.'];
  return [...(isCut ? ['This is the first megabyte of the output.', ''] : []), ...sanitiseLines(output)];
};

const readReportOf = async (
  scope: Readonly<Record<string, string>>,
  {client, connection, now, preferences, runbooks, messages}: EffectContext,
  signal: AbortSignal,
): Promise<string> => {
  const {readReport} = await import('../../explore/report/report.ts');
  const filter = filterOfParams(scope);
  if (typeof filter === 'string') throw new Error(filter);
  const notes = await readBookmarks(preferences());
  return readReport(client(), {
    ...{url: connection().url, filter, notes, runbooks, messages, now: now(), signal},
    baseline: 'before',
  });
};
