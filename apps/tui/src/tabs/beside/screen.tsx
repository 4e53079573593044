import {isDeepStrictEqual} from 'node:util';
import {Box} from 'ink';
import {useMemo} from 'react';
import type {Env, Next, Screen, Size} from '../../core/screen.ts';
import type {Paint} from '../../theme/theme.ts';
import {UiContext, useUi} from '../../ui/context.ts';
import {Lines} from '../../ui/Lines.tsx';
import {type BesideAction, type BesideSpec, type BesideState, besideCommands, type Part} from './commands.ts';
import {SIDE, wrapMain, wrapSide, wrapTask} from './wrap.ts';

/** Columns from which on there is room for both. */
const LEAST_COLUMNS = 160;
const sideColumns = (columns: number): number => Math.floor(columns * 0.36);

const partSize = ({columns, rows}: Size, part: Part, isSplit: boolean): Size => {
  const side = sideColumns(columns);
  return {rows, columns: part === 'side' ? side : isSplit ? columns - side - 1 : columns};
};

/** Joins two screens into one: each has its own state and effects, and keys go to one of them. */
export const besideScreen = <M, A, S, B>(
  spec: BesideSpec<M, A, S, B>,
): Screen<BesideState<M, S>, BesideAction<A, B>> => {
  type State = BesideState<M, S>;
  type Step = Next<State, BesideAction<A, B>>;
  const {main, side, follow} = spec;
  const isSplit = ({isShown, fits}: State): boolean => isShown && fits;

  const updateSide = (state: State, action: B | undefined, env: Env): Step => {
    if (action === undefined) return [state];
    const [next, ...tasks] = side.update(state.side, action, {...env, size: partSize(env.size, 'side', true)});
    // It shows its entries in the main screen, which is used next.
    const focus = tasks.some(({kind}) => kind === 'goto') ? 'main' : state.focus;
    return [{...state, side: next, focus}, ...tasks.map(task => wrapTask<B, BesideAction<A, B>>(task, wrapSide, SIDE))];
  };
  const updateMain = (state: State, action: A | undefined, env: Env): Step => {
    if (action === undefined) return [state];
    const size = partSize(env.size, 'main', isSplit(state));
    const [next, ...tasks] = main.update(state.main, action, {...env, size});
    const [followed, ...others] = followMain({...state, main: next}, env);
    return [followed, ...tasks.map(task => wrapTask<A, BesideAction<A, B>>(task, wrapMain, '')), ...others];
  };
  /** Shows in the side what the main screen shows now. */
  const followMain = (state: State, env: Env): Step => {
    const params = follow(state.main);
    if (!isSplit(state) || isDeepStrictEqual(params, state.params)) return [state];
    const action = side.open?.(params);
    return typeof action === 'string' ? [state] : updateSide({...state, params}, action, env);
  };
  const both = (first: Step, second: (state: State) => Step): Step => {
    const [between, ...tasks] = first;
    const [next, ...others] = second(between);
    return [next, ...tasks, ...others];
  };

  const update = (state: State, action: BesideAction<A, B>, env: Env): Step => {
    if (action.part === 'main') return updateMain(state, action.action, env);
    if (action.part === 'side') return updateSide(state, action.action, env);
    switch (action.kind) {
      case 'enter':
      case 'resized': {
        const fits = env.size.columns >= LEAST_COLUMNS;
        const sized: State = {...state, fits, focus: fits ? state.focus : 'main'};
        const [ofMain, ofSide] = action.kind === 'enter' ? [main.enter, undefined] : [main.resized, side.resized];
        return both(updateMain(sized, ofMain, env), next => (isSplit(next) ? updateSide(next, ofSide, env) : [next]));
      }
      case 'leave':
        return both(updateMain(state, main.leave, env), next => updateSide(next, side.leave, env));
      case 'toggle': {
        if (!state.fits) return [state, {kind: 'goto', screen: spec.sideId, params: follow(state.main)}];
        const isShown = !state.isShown;
        const toggled: State = {...state, isShown, focus: isShown ? 'side' : 'main'};
        return both(followMain(toggled, env), next => updateMain(next, main.resized, env));
      }
      case 'focus':
        return [{...state, focus: state.focus === 'main' && isSplit(state) ? 'side' : 'main'}];
      default:
        return action.kind satisfies never;
    }
  };

  return {
    title: main.title,
    initial: {main: main.initial, side: side.initial, isShown: false, fits: false, focus: 'main', params: undefined},
    enter: {part: 'both', kind: 'enter'},
    leave: {part: 'both', kind: 'leave'},
    resized: {part: 'both', kind: 'resized'},
    update,
    ...(main.open !== undefined && {
      open: params => {
        const action = main.open?.(params) ?? '';
        return typeof action === 'string' ? action : wrapMain(action);
      },
    }),
    ...(main.address !== undefined && {address: ({main: state}) => main.address?.(state)}),
    commands: besideCommands(spec),
    View: ({state, measured}) => {
      const ui = useUi();
      const split = isSplit(state);
      const [left, right] = [partSize(ui, 'main', split), partSize(ui, 'side', split)];
      const uiOf = (size: Size, part: Part) => ({
        ...{...ui, columns: size.columns},
        paint: state.focus === part ? ui.paint : unfocused(ui.paint),
      });
      const mainUi = useMemo(() => (split ? uiOf(left, 'main') : ui), [ui, split, state.focus]);
      const sideUi = useMemo(() => uiOf(right, 'side'), [ui, split, state.focus]);
      const Main = main.View;
      const Side = side.View;
      if (!split) return <Main state={state.main} measured={measured} />;
      const bar = ui.paint(state.focus === 'side' ? 'accent' : 'rule', ui.glyphs.side);
      return (
        <Box flexDirection="row">
          <Box width={left.columns} flexShrink={0} overflow="hidden">
            <UiContext value={mainUi}>
              <Main state={state.main} measured={measured} />
            </UiContext>
          </Box>
          <Box width={1} flexShrink={0}>
            <Lines lines={Array.from({length: ui.rows}, () => bar)} />
          </Box>
          <Box width={right.columns} flexShrink={0} overflow="hidden">
            <UiContext value={sideUi}>
              <Side state={state.side} measured={noMeasure} />
            </UiContext>
          </Box>
        </Box>
      );
    },
  };
};

const noMeasure = (): void => undefined;

/** The row selected in the part without the focus is not reversed. */
const unfocused =
  (paint: Paint): Paint =>
  (role, text) =>
    paint(role === 'selection' ? 'strong' : role, text);
