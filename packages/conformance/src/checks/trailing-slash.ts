import type {Check, Need, Source} from '../check.ts';
import type {Call, Context} from '../gateway/context.ts';
import {given, succeeded} from '../http/answer.ts';

export interface Slashed {
  readonly id: string;
  readonly name: string;
  /** Default: fact 12. */
  readonly source?: Source;
  readonly needs: readonly Need[];
  call(context: Context): Call | Promise<Call>;
}

/** That a read works with a trailing slash, where it works without. */
export const trailingSlash = ({id, name, source = 'fact 12', needs, call}: Slashed): Check => ({
  id: `${id}.trailing-slash`,
  title: `${name} takes a trailing slash`,
  source,
  needs,
  run: async context => {
    const plain = await call(context);
    given(await context.call(plain));
    succeeded(await context.call({...plain, path: `${plain.path}/`}));
  },
});
