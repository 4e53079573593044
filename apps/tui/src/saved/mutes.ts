import type {ErrorLogEntry} from '@edge-console/schema';
import type {HouseMessage} from '../core/house-message.ts';
import type {Preferences} from '../core/preferences.ts';
import {parseLocalTime} from '../format/parse-time.ts';
import {messageLine} from '../logs/conditions/entry-values.ts';
import {templateOf} from '../logs/messages.ts';
import {templateTest} from '../logs/template.ts';
import {savedList} from './preferences-file.ts';
import type {RecordOf} from './schemas.ts';

export type Mute = RecordOf<'mutes'>;

const mutes = savedList('mutes');

const notEnded =
  (now: number) =>
  ({until}: Mute): boolean =>
    until === null || until > now;

export const readMutes = async (preferences: Preferences, now: number): Promise<readonly Mute[]> =>
  (await mutes.read(preferences)).filter(notEnded(now));

export const addMute = (preferences: Preferences, mute: Mute, now: number): Promise<void> =>
  mutes.change(preferences, all => [
    ...all.filter(notEnded(now)).filter(({template}) => template !== mute.template),
    mute,
  ]);

export const removeMute = (preferences: Preferences, template: string, now: number): Promise<void> =>
  mutes.change(preferences, all => all.filter(notEnded(now)).filter(mute => mute.template !== template));

export const configMutes = (messages: readonly HouseMessage[], now: number): readonly Mute[] =>
  messages
    .flatMap((message): Mute[] => {
      const {id, mute = false} = message;
      if (mute === false) return [];
      const until = mute === true ? null : (parseLocalTime(mute, now) ?? null);
      return [{template: templateOf(message), reason: `message ${id} of the config`, until}];
    })
    .filter(notEnded(now));

export type Mutes = ReturnType<typeof createMutes>;

export const createMutes = (all: readonly Mute[]) => {
  const patterns = all.map(mute => ({mute, isOf: templateTest(mute.template)}));
  const found = new WeakMap<ErrorLogEntry, {readonly mute: Mute | undefined}>();
  const find = (text: string): Mute | undefined => patterns.find(({isOf}) => isOf(text))?.mute;
  return {
    all,
    /** Returns a mute whose pattern equals the template or is more general. */
    ofTemplate: find,
    ofEntry(entry: ErrorLogEntry): Mute | undefined {
      if (patterns.length === 0) return undefined;
      const known = found.get(entry);
      if (known !== undefined) return known.mute;
      const mute = find(messageLine(entry));
      found.set(entry, {mute});
      return mute;
    },
  };
};
