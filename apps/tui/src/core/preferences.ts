/** What an operator saves for a profile, such as bookmarks and named views: JSON by name. */
export interface Preferences {
  /** Undefined if there is none. */
  read(name: string): Promise<unknown>;
  /** Replaces a value by what `edit` makes of it; one change at a time. */
  change(name: string, edit: (value: unknown) => unknown): Promise<void>;
}

/** Preferences of profiles until the program ends. */
export const memoryPreferences = (): ((profile: string) => Preferences) => {
  const values = new Map<string, unknown>();
  return profile => ({
    read: async name => values.get(`${profile} ${name}`),
    change: async (name, edit) => void values.set(`${profile} ${name}`, edit(values.get(`${profile} ${name}`))),
  });
};
