/** JSON values that an operator saves for a profile, by name, such as bookmarks and named views. */
export interface Preferences {
  /** Returns undefined if there is no value. */
  read(name: string): Promise<unknown>;
  /** Replaces a value by the result of `edit`. Changes run serially. */
  change(name: string, edit: (value: unknown) => unknown): Promise<void>;
}

/** Preferences that are lost when the program ends. */
export const memoryPreferences = (): ((profile: string) => Preferences) => {
  const values = new Map<string, unknown>();
  return profile => ({
    read: async name => values.get(`${profile} ${name}`),
    change: async (name, edit) => void values.set(`${profile} ${name}`, edit(values.get(`${profile} ${name}`))),
  });
};
