/** What an operator saves for a profile, such as bookmarks and named views: JSON values by name. */
export interface Preferences {
  read(name: string): Promise<unknown>;
  /** Replaces the value `name` by the result of `edit`. Concurrent changes run one after another. */
  change(name: string, edit: (value: unknown) => unknown): Promise<void>;
}

export const memoryPreferences = (): ((profile: string) => Preferences) => {
  const values = new Map<string, unknown>();
  return profile => ({
    read: async name => values.get(`${profile} ${name}`),
    change: async (name, edit) => void values.set(`${profile} ${name}`, edit(values.get(`${profile} ${name}`))),
  });
};
