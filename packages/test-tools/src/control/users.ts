import {describeIssues, type SiteContext, userInput} from '@edge-console/server/extension';
import type {User, UserWithPassword} from '@edge-console/server/store';
import type {z} from 'zod';

/** A user to add; default role `user`. */
export type UserInput = z.input<typeof userInput>;
export type UserChangeInput = z.input<typeof userChange>;

/** Thrown if there is no such user, error-log entry or fault. */
export class NotFound extends Error {}

/** Methods reject with a RangeError for invalid input and with {@link NotFound} for unknown names. */
export interface UserControls {
  /** Ordered by id. Times are in ms since the epoch. */
  list(): Promise<readonly User[]>;
  add(user: UserInput): Promise<void>;
  /** Sessions and tokens of the user stay valid. */
  change(username: string, change: UserChangeInput): Promise<void>;
  remove(username: string): Promise<void>;
}

const userChange = userInput.pick({password: true}).extend({role: userInput.shape.role.unwrap()}).partial();

export const createUserControls = ({store, clock, hashPassword}: SiteContext): UserControls => {
  const find = async (username: string): Promise<UserWithPassword> => {
    const user = await store.users.find(username);
    if (!user) throw new NotFound(`there is no user ${JSON.stringify(username)}`);
    return user;
  };
  return {
    list: () => store.users.list(),
    add: async input => {
      const {username, password, role} = parse(userInput, input);
      if (await store.users.find(username)) throw new RangeError('username: already exists');
      const now = clock().getTime();
      const passwordHash = await hashPassword(password);
      await store.users.add([{username, role, passwordHash, created: now, modified: now}]);
    },
    change: async (username, input) => {
      const {role, password} = parse(userChange, input);
      const {id} = await find(username);
      await store.users.update(id, {
        modified: clock().getTime(),
        ...(role !== undefined && {role}),
        ...(password !== undefined && {passwordHash: await hashPassword(password)}),
      });
    },
    remove: async username => {
      const {id} = await find(username);
      await store.transaction(inside => inside.users.remove(id));
    },
  };
};

const parse = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new RangeError(describeIssues(result.error, 'user'));
};
