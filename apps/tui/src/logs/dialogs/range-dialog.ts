import type {DialogIntent, Intent} from '../../core/screen.ts';
import {createChooser} from '../../dialogs/chooser.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec} from '../../form/form.ts';
import {parseRange, rangeWords, type TimeRange} from '../filter.ts';

const RANGES = {quarter: '15m', hour: '1h', shift: '3h', day: '24h', week: '7d', any: 'any'} as const;

type RangeChoice = keyof typeof RANGES | 'span' | 'typed';

const isRange = (choice: RangeChoice): choice is keyof typeof RANGES => Object.hasOwn(RANGES, choice);

const wordsOf = (choice: keyof typeof RANGES): string => (choice === 'any' ? 'any time' : `last ${RANGES[choice]}`);

const chooser = createChooser<RangeChoice>({
  prefix: 'range',
  group: 'Filter',
  keys: {quarter: '1', hour: '2', shift: '3', day: '4', week: '5', any: 'a', span: 's', typed: 't'},
  titleOf: choice => {
    if (isRange(choice)) return `Show ${wordsOf(choice)}`;
    return choice === 'span' ? 'Show the selected span' : 'Type a time range';
  },
});

export const rangeCommands = chooser.commands;

const TITLE = 'Time range';

export const rangeField: FieldSpec = {
  kind: 'text',
  name: 'range',
  label: 'Range',
  placeholder: '6h, since 11:00, or 2026-11-20 11:00 to 12:30',
  check: (value, now) => {
    const range = parseRange(value, now);
    return typeof range === 'string' ? range : undefined;
  },
  note: (value, now) => {
    const range = parseRange(value, now);
    return typeof range === 'string' || value.trim() === '' ? undefined : rangeWords(range);
  },
};

/** The text has been checked by {@link rangeField}. */
export const rangeOf = (text: string, now: number): TimeRange => {
  const range = parseRange(text, now);
  return typeof range === 'string' ? {} : range;
};

/** `span` is the selected range of the histogram. `done` gets `typed` if the operator wants to type a range. */
export const rangeDialog = <A>(
  {span, now}: {readonly span: TimeRange | undefined; readonly now: number},
  done: (range: TimeRange | 'typed') => A,
): DialogIntent<A> => {
  const names = Object.keys(RANGES) as readonly (keyof typeof RANGES)[];
  const choices = new Map<RangeChoice, string>([
    ...names.map((name): [RangeChoice, string] => [name, wordsOf(name)]),
    ...(span === undefined ? [] : [['span', `the selected span: ${rangeWords(span)}`] as const]),
    ['typed', 'type another range'],
  ]);
  return chooser.open(TITLE, choices, choice => {
    if (isRange(choice)) return done(rangeOf(RANGES[choice], now));
    return done(choice === 'span' && span !== undefined ? span : 'typed');
  });
};

export const typedRangeDialog = <A>(range: TimeRange, done: (range: TimeRange) => A): Intent<A> =>
  formDialog(
    {
      title: TITLE,
      fields: [rangeField],
      given: {range: range.from === undefined && range.to === undefined ? '' : rangeWords(range)},
      submitLabel: 'apply',
      submit: async ({range: text = ''}, {now}) => rangeOf(text, now()),
    },
    done,
  );
