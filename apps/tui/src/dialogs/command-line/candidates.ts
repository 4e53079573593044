import fuzzysort from 'fuzzysort';
import {argumentName, optionsFor} from '../../commands/arguments.ts';
import type {LiveCommand} from '../../commands/command.ts';
import type {EffectContext, Params} from '../../core/screen.ts';
import type {TextField} from '../../form/text-field.ts';

/** A view that the palette offers. */
export interface Place {
  readonly title: string;
  /** Title of the tab that has `command`. */
  readonly tab?: string;
  readonly screen: string;
  /** Absent: the tab is shown unchanged. */
  readonly params?: Params;
  /** Id of a command of this tab; absent for a view. */
  readonly command?: string;
}

/** Finds places. A source that fails has none. */
export type PlaceSource = (context: EffectContext, signal: AbortSignal) => Promise<readonly Place[]>;

export interface LineState {
  /** Places found so far. */
  readonly places: readonly Place[];
  readonly field: TextField;
  readonly selected: number;
  readonly problem: string | undefined;
}

export interface LineOptions {
  readonly commands: readonly LiveCommand[];
  readonly by: 'name' | 'title';
  /** The initial line. */
  readonly text: string;
  /** The last lines that were run, newest first. */
  readonly recent: readonly string[];
  say(text: string): string;
  readonly sources: readonly PlaceSource[];
}

/** A line that can be run: a command, with arguments if it was run before, or a place. */
export interface Candidate {
  readonly command?: LiveCommand;
  readonly place?: Place;
  /** The text to type. */
  readonly line: string;
  readonly title: string;
  /** The tab of a command that is not on the tab in front. */
  readonly tab?: string;
}

/** Splits a line that starts with the name of a command and a space. */
export const argumentsOf = (
  text: string,
  {commands}: LineOptions,
): {readonly command: LiveCommand; readonly text: string} | undefined => {
  const [, name, rest] = /^\s*(\S+)\s(.*)$/.exec(text) ?? [];
  const command = commands.find(({id}) => id === name);
  return command === undefined || rest === undefined ? undefined : {command, text: rest};
};

export const candidatesOf = ({field, places}: LineState, {commands, by, recent}: LineOptions): readonly Candidate[] => {
  const text = field.value.trim();
  const all = commands.map(commandCandidate);
  if (text === '') {
    const before = recent.flatMap(line => {
      const command = commands.find(({id}) => id === line.split(' ', 1)[0]);
      return command === undefined ? [] : [{command, line, title: line === command.id ? command.title : `: ${line}`}];
    });
    const isMove = ({command}: Candidate): boolean => command?.group === 'Move';
    const views = places.filter(({command}) => command === undefined).map(placeCandidate);
    const others = [...all.filter(each => !isMove(each)), ...views, ...all.filter(isMove)];
    return [...before, ...others.filter(({line}) => !recent.includes(line))];
  }
  const keys = by === 'name' ? ['line', 'title', 'tab'] : ['title', 'line', 'tab'];
  const lines = [...all, ...commands.flatMap(valueLines), ...places.map(placeCandidate)];
  const matches = fuzzysort.go(text, lines, {keys, threshold: 0});
  const minScore = (matches[0]?.score ?? 0) * MIN_SCORE_SHARE;
  return matches.filter(({score}) => score >= minScore).map(({obj}) => obj);
};

/** Matches with less than this share of the best score only have the same letters. */
const MIN_SCORE_SHARE = 0.45;

const commandCandidate = (command: LiveCommand): Candidate => ({command, line: command.id, title: command.title});

const placeCandidate = (place: Place): Candidate => {
  const {title, tab} = place;
  return {place, line: title, title, ...(tab !== undefined && {tab})};
};

/** A line for each value of a command whose only argument is a choice. */
const valueLines = (command: LiveCommand): readonly Candidate[] => {
  const [field, ...others] = command.args?.fields ?? [];
  if (field?.kind !== 'choice' || others.length > 0) return [];
  return field.options.map(({label}) => ({
    command,
    line: `${command.id} ${label.toLowerCase()}`,
    title: `${command.title}: ${label}`,
  }));
};

/** Completes the last value of a line; undefined if there is nothing to complete. */
export const completed = (text: string, options: LineOptions): string | undefined => {
  const given = argumentsOf(text, options);
  if (given?.command.args === undefined) return undefined;
  const [, before = '', name, part = ''] = /^(.*?)(?:([\w-]+)=)?([^\s=]*)$/.exec(given.text) ?? [];
  const {fields} = given.command.args;
  const position = before.split(/\s+/).filter(word => word !== '' && !word.includes('=')).length;
  const field = name === undefined ? fields[position] : fields.find(each => argumentName(each) === name);
  const [option, ...others] = optionsFor(field, part);
  if (option === undefined || (others.length > 0 && part === '')) return undefined;
  return `${given.command.id} ${before}${name === undefined ? '' : `${name}=`}${option} `;
};
