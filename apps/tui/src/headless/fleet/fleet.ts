import {UsageError} from '../../cli/args.ts';
import type {RowWriter} from '../../output/row-writer.ts';
import {ReaderGone} from '../../output/sink.ts';
import {type View, withColumns} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Column} from '../../ui/table.ts';
import type {OutputOptions} from '../output.ts';

/** `newest-first` sorts by time. `in-turn` prints all rows of one profile, then those of the next. */
type Order = 'newest-first' | 'as-they-come' | 'in-turn';

/** Commands that accept several profiles. All of them are read-only. */
const ORDERS: Readonly<Record<string, Order>> = {
  'logs list': 'newest-first',
  'logs follow': 'as-they-come',
  ...{'logs count': 'in-turn', 'logs patterns': 'in-turn', 'logs diff': 'in-turn', 'logs investigate': 'in-turn'},
  ...{'tokens audit': 'in-turn', 'apps list': 'in-turn'},
};

const orderOf = (words: string): Order => {
  const order = ORDERS[words];
  if (order !== undefined) return order;
  throw new UsageError(`${words} takes one profile; ${Object.keys(ORDERS).join(', ')} take several, with commas.`);
};

type ProfileRow = {readonly profile: string; readonly log_time?: number};
type Open = <T, D>(view: View<T, D>, options: OutputOptions) => Promise<RowWriter<T>>;

export interface Member {
  readonly profile: string;
  /** Throws a UsageError if the command accepts only one profile. */
  begin(words: string, options: {readonly limit?: number | undefined; readonly resume?: string | undefined}): void;
  readonly open: Open;
  /** Called when the command has printed all rows of the profile, or has failed. */
  close(): void;
}

interface Queue {
  readonly profile: string;
  readonly waiting: {readonly row: ProfileRow; readonly written: PromiseWithResolvers<void>}[];
  isOpen: boolean;
}

const profileColumn: Column<ProfileRow, unknown> = {
  ...{id: 'profile', cells: 14, fits: 4, priority: 0},
  text: ({profile}) => sanitise(profile),
};

const withProfile = <T, D>(view: View<T, D>): View<T & ProfileRow, D> => ({
  ...withColumns<T, T & ProfileRow, D>(view, [profileColumn], {profile: ({profile}) => profile}),
  ...(view.text !== undefined && {
    text: (row: T & ProfileRow) => {
      const text = view.text?.(row);
      return text === undefined ? undefined : `${sanitise(row.profile)}\t${text}`;
    },
  }),
});

/** A command waits until its row is printed before it writes the next one, so that few rows are in memory. */
export const createFleet = (profiles: readonly string[], open: Open) => {
  const queues = profiles.map((profile): Queue => ({profile, waiting: [], isOpen: true}));
  let output: Promise<RowWriter<ProfileRow>> | undefined;
  let isWriting = false;
  let rows = 0;
  let order: Order = 'in-turn';
  let limit = Number.POSITIVE_INFINITY;

  /**
   * Returns the queue with the row to print next. Undefined if no row is waiting, or if a row that `order` puts before
   * the waiting rows may still arrive.
   */
  const next = (): Queue | undefined => {
    const filled = queues.filter(({waiting}) => waiting.length > 0);
    if (order === 'as-they-come') return filled[0];
    if (order === 'in-turn') {
      const first = queues.find(({isOpen, waiting}) => isOpen || waiting.length > 0);
      return first !== undefined && first.waiting.length > 0 ? first : undefined;
    }
    if (queues.some(({isOpen, waiting}) => isOpen && waiting.length === 0)) return undefined;
    return filled.toSorted((one, other) => timeOf(other) - timeOf(one))[0];
  };

  const drain = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    for (let queue = next(); queue !== undefined; queue = next()) {
      const first = queue.waiting.shift();
      if (first === undefined) break;
      await write(first.row).then(first.written.resolve, first.written.reject);
    }
    isWriting = false;
  };

  const write = async (row: ProfileRow): Promise<void> => {
    if (rows++ >= limit) throw new ReaderGone('the limit is reached');
    await (await output)?.row(row);
  };

  const members = queues.map((queue): Member => {
    const {profile, waiting} = queue;
    return {
      profile,
      begin(words, options) {
        order = orderOf(words);
        if (order === 'newest-first') limit = options.limit ?? limit;
        if (options.resume !== undefined) throw new UsageError('--resume takes one profile.');
      },
      async open(view, options) {
        output ??= open(withProfile(view), options) as Promise<RowWriter<ProfileRow>>;
        await output;
        return {
          row(row) {
            const written = Promise.withResolvers<void>();
            waiting.push({row: {...row, profile}, written});
            void drain();
            return written.promise;
          },
          end: async () => undefined,
        };
      },
      close() {
        queue.isOpen = false;
        void drain();
      },
    };
  });
  return {
    members,
    /** Must be called after the commands of all profiles have ended. */
    end: async (): Promise<void> => (await output?.catch(() => undefined))?.end(),
  };
};

const timeOf = ({waiting}: Queue): number => waiting[0]?.row.log_time ?? 0;
