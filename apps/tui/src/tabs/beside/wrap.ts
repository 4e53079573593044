import type {Command} from '../../commands/command.ts';
import type {Task} from '../../core/screen.ts';

export const wrapMain = <A>(action: A) => ({part: 'main', action}) as const;
export const wrapSide = <B>(action: B) => ({part: 'side', action}) as const;

/** Before the names of the effects and commands of the side. */
export const SIDE = 'side-';

export const wrapTask = <A, W>(task: Task<A>, wrap: (action: A) => W, prefix: string): Task<W> => {
  switch (task.kind) {
    case 'effect':
      return {
        ...task,
        name: `${prefix}${task.name}`,
        run: async (context, signal, report) => wrap(await task.run(context, signal, action => report(wrap(action)))),
        failed: failure => wrap(task.failed(failure)),
      };
    case 'dialog':
      return {kind: 'dialog', open: (host, reply) => task.open(host, action => reply(wrap(action)))};
    case 'cancel':
      return {kind: 'cancel', name: `${prefix}${task.name}`};
    default:
      return task;
  }
};

export const wrapCommand = <T, A, U, W>(
  command: Command<T, A>,
  {
    id = command.id,
    stateOf,
    wrap,
    when,
  }: {id?: string; stateOf: (state: U) => T; wrap: (action: A) => W; when: (state: U) => boolean},
): Command<U, W> => {
  const {args, action, when: exists, footerOf, disabledReason, ...rest} = command;
  return {
    ...rest,
    id,
    action: wrap(action),
    ...(args && {args: {...args, action: (values, now) => wrap(args.action(values, now))}}),
    when: state => when(state) && (exists?.(stateOf(state)) ?? true),
    ...(footerOf && {footerOf: state => footerOf(stateOf(state))}),
    ...(disabledReason && {disabledReason: state => disabledReason(stateOf(state))}),
  };
};
