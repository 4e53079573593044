import type {Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec, Values} from '../../form/form.ts';
import {parseDuration} from '../../format/parse-time.ts';
import {dateTime} from '../../format/time.ts';
import {addMute, type Mute, readMutes, removeMute} from '../../saved/mutes.ts';
import {sanitise} from '../../text/sanitise.ts';
import {truncate} from '../../text/width.ts';

const MAX_MUTE_MS = 3653 * 86_400_000;

export const muteFields: readonly FieldSpec[] = [
  {
    kind: 'text',
    name: 'reason',
    label: 'Reason',
    placeholder: 'why it may be ignored',
    check: value => (value.trim() === '' ? 'enter a reason: others will read it' : undefined),
  },
  {
    kind: 'text',
    name: 'for',
    label: 'For',
    placeholder: '8h or 7d; empty: until you end it',
    check: value => {
      const duration = parseDuration(value);
      if (value.trim() !== '' && duration === undefined) return 'enter 8h, 7d or nothing';
      return duration !== undefined && duration > MAX_MUTE_MS ? 'enter at most ten years, or nothing' : undefined;
    },
    note: (value, now) => {
      const duration = parseDuration(value);
      return duration === undefined ? undefined : `until ${dateTime(now + duration)}`;
    },
  },
];

export type MutesAction = {readonly kind: 'mutes'; readonly mutes: readonly Mute[]};

export const muteDialog = (template: string, values: Values | undefined): Intent<MutesAction> =>
  formDialog(
    {
      title: `Mute ${truncate(sanitise(template), 40)}`,
      fields: muteFields,
      ...(values !== undefined && {given: values}),
      atOnce: values !== undefined,
      submitLabel: 'mute',
      submit: async ({reason = '', for: time = ''}, {preferences, now}) => {
        const duration = parseDuration(time);
        const until = duration === undefined ? null : now() + duration;
        await addMute(preferences(), {template, reason: reason.trim(), until}, now());
        return readMutes(preferences(), now());
      },
    },
    (mutes): MutesAction => ({kind: 'mutes', mutes}),
  );

export const mutesDialog = (mutes: readonly Mute[]): Intent<MutesAction> =>
  formDialog(
    {
      title: 'Muted patterns',
      fields: [
        {
          kind: 'choice',
          name: 'template',
          label: 'Pattern',
          options: mutes.map(({template}) => ({value: template, label: sanitise(template)})),
          note: value => aboutMute(mutes.find(({template}) => template === value)),
        },
      ],
      submitLabel: 'unmute',
      submit: async ({template = ''}, {preferences, now}) => {
        await removeMute(preferences(), template, now());
        return readMutes(preferences(), now());
      },
    },
    (left): MutesAction => ({kind: 'mutes', mutes: left}),
  );

const aboutMute = (mute: Mute | undefined): string | undefined => {
  if (mute === undefined) return undefined;
  const end = mute.until === null ? 'until you end it' : `until ${dateTime(mute.until)}`;
  return `${sanitise(mute.reason)}; ${end}`;
};
