import fuzzysort from 'fuzzysort';
import {argumentName, optionsFor} from '../../commands/arguments.ts';
import type {LiveCommand} from '../../commands/command.ts';
import type {TextField} from '../../form/text-field.ts';
import type {Place, PlaceSource} from './places.ts';

export interface LineState {
  /** Places to go to that were found so far. */
  readonly places: readonly Place[];
  readonly field: TextField;
  readonly selected: number;
  readonly problem: string | undefined;
}

export interface LineOptions {
  readonly commands: readonly LiveCommand[];
  readonly by: 'name' | 'title';
  /** The line to begin with. */
  readonly text: string;
  readonly recent: readonly string[];
  say(text: string): string;
  readonly sources: readonly PlaceSource[];
  goto(place: Place): void;
}

/** A line that can be run: a command, with its arguments if the line has been run before; or a place. */
export interface Candidate {
  readonly command: LiveCommand;
  readonly isPlace?: true;
  /** What is typed for it. */
  readonly line: string;
  readonly title: string;
  /** The tab that it is on, if that is not the one in front. */
  readonly tab?: string;
}

/** A line that begins with the name of a command and a space. */
export const argumentsOf = (
  text: string,
  {commands}: LineOptions,
): {readonly command: LiveCommand; readonly text: string} | undefined => {
  const [, name, rest] = /^\s*(\S+)\s(.*)$/.exec(text) ?? [];
  const command = commands.find(({id}) => id === name);
  return command === undefined || rest === undefined ? undefined : {command, text: rest};
};

export const candidatesOf = ({field, places}: LineState, options: LineOptions): readonly Candidate[] => {
  const {commands, by, recent} = options;
  const found = places.map(place => placeCandidate(place, options));
  const all = commands.map(command => ({command, line: command.id, title: command.title}));
  const text = field.value.trim();
  if (text === '') {
    const before = recent.flatMap(line => {
      const command = commands.find(({id}) => id === line.split(' ', 1)[0]);
      return command === undefined ? [] : [{command, line, title: line === command.id ? command.title : `: ${line}`}];
    });
    const [others, moves] = [false, true].map(isMove =>
      all.filter(({command}) => (command.group === 'Move') === isMove),
    );
    const views = found.filter((_, at) => places[at]?.command === undefined);
    return [...before, ...(others ?? []), ...views, ...(moves ?? [])].filter(
      ({line}, at) => at < before.length || !recent.includes(line),
    );
  }
  const keys = by === 'name' ? ['line', 'title', 'tab'] : ['title', 'line', 'tab'];
  const lines = [...all, ...commands.flatMap(valueLines), ...found];
  const matches = fuzzysort.go(text, lines, {keys, threshold: 0});
  const least = (matches[0]?.score ?? 0) * WEAK;
  return matches.filter(({score}) => score >= least).map(({obj}) => obj);
};

/** Matches below this part of the best one share letters only. */
const WEAK = 0.45;

const placeCandidate = (place: Place, {goto}: LineOptions): Candidate => ({
  command: {
    ...{id: 'goto', title: place.title, keys: [], group: 'Views', footer: undefined, dangerous: false},
    ...{disabledReason: undefined, args: undefined, run: () => goto(place)},
  },
  isPlace: true,
  line: place.title,
  title: place.title,
  ...(place.tab !== undefined && {tab: place.tab}),
});

/** A line for each value of a command that takes one of a few. */
const valueLines = (command: LiveCommand): readonly Candidate[] => {
  const [field, ...others] = command.args?.fields ?? [];
  if (field?.kind !== 'choice' || others.length > 0) return [];
  return field.options.map(({label}) => ({
    command,
    line: `${command.id} ${label.toLowerCase()}`,
    title: `${command.title}: ${label}`,
  }));
};

/** The line with its last value completed; undefined if there is nothing to complete. */
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
