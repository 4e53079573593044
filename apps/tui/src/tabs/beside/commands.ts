import type {Command} from '../../commands/command.ts';
import type {Params, Screen} from '../../core/screen.ts';
import {SIDE, wrapCommand, wrapMain, wrapSide} from './wrap.ts';

export type Part = 'main' | 'side';

export interface BesideState<M, S> {
  readonly main: M;
  readonly side: S;
  /** The side is wanted; it is drawn where it fits. */
  readonly isShown: boolean;
  readonly fits: boolean;
  /** The part that keys go to. */
  readonly focus: Part;
  /** What the side shows. */
  readonly params: Params | undefined;
}

export type BesideAction<A, B> =
  | {readonly part: 'main'; readonly action: A}
  | {readonly part: 'side'; readonly action: B}
  | {readonly part: 'both'; readonly kind: 'enter' | 'leave' | 'resized' | 'toggle' | 'focus'};

/** A screen with a second one at its side in wide terminals. */
export interface BesideSpec<M, A, S, B> {
  readonly main: Screen<M, A>;
  readonly side: Screen<S, B>;
  /** Id of the screen that the side is elsewhere: where there is no room it is shown instead. */
  readonly sideId: string;
  /** Parameters of the side for a state of the main screen; a change shows other data. */
  readonly follow: (main: M) => Params;
  /** Keys that show and hide it. */
  readonly keys: readonly string[];
  readonly title: string;
  readonly group: string;
  /** Commands of the side that can be used there, by id. */
  readonly commands: readonly string[];
}

/** The commands of both screens, each while it has the focus, and those that show the side and move the focus. */
export const besideCommands = <M, A, S, B>({
  main,
  side,
  ...spec
}: BesideSpec<M, A, S, B>): readonly Command<BesideState<M, S>, BesideAction<A, B>>[] => {
  type Both = Command<BesideState<M, S>, BesideAction<A, B>>;
  const isSide = ({focus}: BesideState<M, S>): boolean => focus === 'side';
  const own: readonly Both[] = [
    {
      id: SIDE.slice(0, -1),
      title: spec.title,
      keys: spec.keys,
      group: spec.group,
      footer: 'values',
      action: {part: 'both', kind: 'toggle'},
    },
    {
      id: `${SIDE}focus`,
      title: 'Use the values at the side',
      keys: ['tab'],
      group: spec.group,
      action: {part: 'both', kind: 'focus'},
      when: ({isShown, fits, focus}) => isShown && fits && focus === 'main',
    },
    {
      id: `${SIDE}close`,
      title: 'Go back to the list',
      keys: ['tab', 'esc'],
      group: spec.group,
      footer: 'back to the list',
      action: {part: 'both', kind: 'focus'},
      when: isSide,
    },
  ];
  const ofSide = side.commands
    .filter(({id}) => spec.commands.includes(id))
    .map(
      (command): Both =>
        wrapCommand(command, {
          id: `${SIDE}${command.id}`,
          stateOf: state => state.side,
          wrap: wrapSide,
          when: isSide,
        }),
    );
  const ofMain = main.commands.map(
    (command): Both =>
      wrapCommand(command, {stateOf: state => state.main, wrap: wrapMain, when: state => !isSide(state)}),
  );
  return [...ofMain, ...ofSide, ...own];
};
