import {isDeepStrictEqual} from 'node:util';
import type {Failure} from '../../core/failure.ts';
import {type Effect, type Env, effect, flash} from '../../core/screen.ts';
import {createDeployTest} from '../../explore/deploys.ts';
import {withList} from '../../list/list.ts';
import {createMessages, type Messages} from '../../logs/messages.ts';
import {type Bookmark, readBookmarks} from '../../saved/bookmarks.ts';
import {type DisplayPreferences, readDisplay, saveDisplay} from '../../saved/display-preferences.ts';
import {configMutes, createMutes, type Mute, readMutes} from '../../saved/mutes.ts';
import {type PageAction, refitted} from './entries/paging.ts';
import {withHistogram} from './histogram/counts/counting.ts';
import {markDeploys} from './kept/read-list.ts';
import {type LogsState, type LogsStep, withData} from './log-state.ts';
import {createFolding} from './model/folding.ts';

export type SavedAction =
  | {
      readonly kind: 'saved.read';
      readonly bookmarks: readonly Bookmark[];
      readonly mutes: readonly Mute[];
      readonly messages: Messages;
      readonly deploys: readonly string[];
      readonly display: DisplayPreferences;
    }
  | {readonly kind: 'saved.written'}
  | {readonly kind: 'saved.failed'; readonly failure: Failure};

export const readSaved: Effect<SavedAction> = effect<SavedAction>(
  'saved',
  async ({preferences, messages, deploys, now}) => ({
    kind: 'saved.read',
    bookmarks: await readBookmarks(preferences()),
    mutes: [...configMutes(messages, now()), ...(await readMutes(preferences(), now()))],
    messages: createMessages(messages),
    deploys,
    display: await readDisplay(preferences()),
  }),
  failure => ({kind: 'saved.failed', failure}),
);

export const rememberDisplay = (display: DisplayPreferences): Effect<SavedAction> => ({
  ...effect<SavedAction>(
    'display',
    async ({preferences}) => {
      await saveDisplay(preferences(), display);
      return {kind: 'saved.written'};
    },
    failure => ({kind: 'saved.failed', failure}),
  ),
  background: true,
});

/** Saves the display of the histogram if the step has changed it. The list is fitted to the new height of the histogram. */
export const withSavedHistogram = <A>(
  {data: {histogram: before}}: LogsState,
  [state, ...tasks]: LogsStep<A>,
  env: Env,
): LogsStep<A | PageAction | SavedAction> => {
  const {shown, scale} = state.data.histogram;
  if (scale !== before.scale) return [state, ...tasks, rememberDisplay({histogramScale: scale})];
  if (shown === before.shown) return [state, ...tasks];
  const [fitted, ...reads] = refitted(state, env);
  return [fitted, ...tasks, ...reads, rememberDisplay({histogram: shown})];
};

const withDeploys = (state: LogsState, expressions: readonly string[]): LogsState => {
  const {deploySigns, reading} = state.data;
  if (isDeepStrictEqual(expressions, deploySigns.expressions)) return state;
  const isDeploy = createDeployTest({deploys: expressions});
  if (reading !== undefined) markDeploys(reading.list, isDeploy);
  return withData(state, {deploySigns: {expressions, isDeploy}});
};

export const updateSaved = (state: LogsState, action: SavedAction, env: Env): LogsStep<PageAction> => {
  const {savedRead, histogram, folding} = state.data;
  switch (action.kind) {
    case 'saved.read': {
      const {bookmarks, mutes, messages} = action;
      const known = {savedRead: true, bookmarks, mutes: createMutes(mutes), messages};
      const read = withDeploys(withData(state, known), action.deploys);
      // Only the first `saved.read` applies the display settings, because the operator may change them afterwards.
      if (savedRead) return refitted(read, env);
      const {fold = folding !== undefined, histogram: shown = histogram.shown, wrap = state.list.wrap} = action.display;
      const {histogramScale: scale = histogram.scale} = action.display;
      const restored = {folding: fold ? (folding ?? createFolding(messages)) : undefined};
      return refitted(withHistogram(withData(withList(read, {wrap}), restored), {shown, scale}), env);
    }
    case 'saved.written':
      return [state];
    case 'saved.failed': {
      const {message, hint} = action.failure;
      return [withData(state, {savedRead: true}), flash('warn', message, hint)];
    }
    default:
      return action satisfies never;
  }
};
