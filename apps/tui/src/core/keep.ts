/** Small data of an operator that outlive the program: JSON by name. */
export interface Keep {
  /** Undefined if there is none. */
  read(name: string): Promise<unknown>;
  /** Replaces a value by what `edit` makes of it; one change at a time. */
  change(name: string, edit: (value: unknown) => unknown): Promise<void>;
}

/** Keeps data of profiles until the program ends. */
export const memoryKeep = (): ((profile: string) => Keep) => {
  const values = new Map<string, unknown>();
  return profile => ({
    read: async name => values.get(`${profile} ${name}`),
    change: async (name, edit) => void values.set(`${profile} ${name}`, edit(values.get(`${profile} ${name}`))),
  });
};
