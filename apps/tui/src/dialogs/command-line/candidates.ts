import fuzzysort from 'fuzzysort';
import {argumentName, optionsFor} from '../../commands/arguments.ts';
import type {LiveCommand} from '../../commands/command.ts';
import type {EffectContext, Params} from '../../core/screen.ts';
import type {InputListState} from '../input-list.ts';

export interface Place {
  readonly title: string;
  readonly tab?: string;
  readonly screen: string;
  /** If absent, the tab keeps its current state. */
  readonly params?: Params;
  readonly command?: string;
}

export type PlaceSource = (context: EffectContext, signal: AbortSignal) => Promise<readonly Place[]>;

export interface LineState extends InputListState {
  readonly places: readonly Place[];
  readonly selected: number;
  readonly problem: string | undefined;
}

export interface LineOptions {
  readonly commands: readonly LiveCommand[];
  readonly by: 'name' | 'title';
  readonly text: string;
  /** Newest first. */
  readonly recent: readonly string[];
  say(text: string): string;
  readonly sources: readonly PlaceSource[];
}

export interface Candidate {
  readonly command?: LiveCommand;
  readonly place?: Place;
  readonly line: string;
  readonly title: string;
  readonly tab?: string | undefined;
}

export const argumentsOf = (text: string, {commands}: LineOptions) => {
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

/** Suggestions with a lower fraction of the best score match only scattered letters of the input. */
const MIN_SCORE_SHARE = 0.45;

const commandCandidate = (command: LiveCommand): Candidate => ({command, line: command.id, title: command.title});

const placeCandidate = (place: Place): Candidate => ({place, line: place.title, title: place.title, tab: place.tab});

/** Returns a complete line for each value, if the only argument of the command is a choice. */
const valueLines = (command: LiveCommand): readonly Candidate[] => {
  const [field, ...others] = command.args?.fields ?? [];
  if (field?.kind !== 'choice' || others.length > 0) return [];
  return field.options.map(({label}) => ({
    command,
    line: `${command.id} ${label.toLowerCase()}`,
    title: `${command.title}: ${label}`,
  }));
};

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
