import type {Command} from '@commander-js/extra-typings';
import type {ApiToken} from '@edge-console/schema';
import {expiryState} from '@edge-console/schema/values';
import {fieldsOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Host} from '../host.ts';
import {type OutputOptions, openOutput, withOutput} from '../options.ts';

/** A token that a command changed, without its secret. */
type Changed = Pick<ApiToken, 'id' | 'name' | 'expire' | 'uid'> & {
  readonly result: 'created' | 'exists' | 'saved' | 'deleted' | 'draining' | 'kept';
};

/** RFC 3339; absent where a token never expires, or its expiry has no known unit. */
const expiresOf = ({expire}: Changed): string | undefined => {
  const state = expiryState(expire, new Date());
  return 'at' in state ? state.at.toISOString() : undefined;
};

const changedView: View<Changed> = {
  async table() {
    const column = {cells: 10, priority: 1};
    return {
      columns: [
        {...column, id: 'result', title: 'result', text: ({result}) => result},
        {...column, id: 'id', title: 'id', text: ({id}) => String(id)},
        {...column, id: 'name', title: 'name', priority: 0, grow: true, text: ({name}) => sanitise(name)},
        {...column, id: 'expires', title: 'expires', cells: 24, text: row => expiresOf(row) ?? ''},
      ],
      data: undefined,
    };
  },
  fields: {...fieldsOf<Changed>('result', 'id', 'name', 'expire'), expires: expiresOf, ...fieldsOf<Changed>('uid')},
};

/** The output of a command that changes tokens: nothing unless it is asked for. */
export const withChanged = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) =>
  withOutput(command);

export interface ChangedOutput {
  row(token: Omit<Changed, 'result'>, result: Changed['result']): Promise<void>;
  end(): Promise<void>;
}

/** Undefined after a bare `--fields`: the command has nothing more to do. */
export const openChanged = async (options: OutputOptions, host: Host): Promise<ChangedOutput | undefined> => {
  if (options.output === undefined && options.fields === undefined) {
    return {row: async () => undefined, end: async () => undefined};
  }
  const output = await openOutput(changedView, options, host);
  return output && {row: (token, result) => output.row({...token, result}), end: () => output.end()};
};
