import type {Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import {
  type Baseline,
  baselineText,
  baselineWords,
  NAMED_BASELINES,
  readBaseline,
} from '../../explore/measures/compare/baselines.ts';
import {NEEDS_NODE} from '../../explore/measures/compare/sides.ts';
import type {FieldSpec} from '../../form/form.ts';
import type {LogFilter} from '../../logs/filter.ts';
import {sanitise} from '../../text/sanitise.ts';

const RANGE = 'range';

export type BaselineAction = {readonly kind: 'baseline'; readonly baseline: Baseline};

const problemOf = (text: string, now: number): string | undefined => {
  const read = readBaseline(text, now);
  return 'problem' in read ? read.problem : undefined;
};

/** Parsed like `logs diff --against`. */
export const baselineField: FieldSpec = {
  kind: 'text',
  name: 'baseline',
  label: 'Baseline',
  check: problemOf,
};

export const nextBaseline = (baseline: Baseline, {node}: Pick<LogFilter, 'node'>): Baseline => {
  const names: readonly Baseline[] = NAMED_BASELINES;
  const at = names.indexOf(baseline) + 1;
  const following = [...names.slice(at), ...names.slice(0, at)];
  return following.find(name => name !== 'other-nodes' || node !== undefined) ?? baseline;
};

interface BaselineChoices {
  readonly baseline: Baseline;
  readonly profiles: readonly string[];
  readonly marks: readonly string[];
}

export const baselineDialog = (
  {node}: Pick<LogFilter, 'node'>,
  {baseline, profiles, marks}: BaselineChoices,
): Intent<BaselineAction> => {
  const named = [
    ...NAMED_BASELINES,
    ...marks.map((note): Baseline => `mark:${note}`),
    ...profiles.map((name): Baseline => `profile:${name}`),
  ];
  const given = named.includes(baseline) ? {baseline} : {baseline: RANGE, range: baselineText(baseline)};
  return formDialog(
    {
      title: 'Compare with',
      given,
      fields: [
        {
          ...{kind: 'choice', name: 'baseline', label: 'Baseline'},
          options: [
            ...named.map(value => ({value, label: sanitise(baselineWords(value))})),
            {value: RANGE, label: 'another time'},
          ],
          check: value => (value === 'other-nodes' && node === undefined ? NEEDS_NODE : undefined),
          note: value =>
            value.startsWith('profile:') ? 'another gateway, with the credential saved for it' : undefined,
        },
        {
          ...{kind: 'text', name: RANGE, label: 'From..to', placeholder: '11:00..11:30'},
          shown: values => values.baseline === RANGE,
          check: problemOf,
        },
      ],
      submitLabel: 'compare',
      submit: async (values, {now}) => {
        const read = readBaseline((values.baseline === RANGE ? values.range : values.baseline) ?? '', now());
        return 'problem' in read ? baseline : read.value;
      },
    },
    chosen => ({kind: 'baseline', baseline: chosen}),
  );
};
