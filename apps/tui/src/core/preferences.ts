/** JSON values that an operator saves for a profile, such as bookmarks and named views. */
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

/** If there are more URLs, the values of the URL that was changed longest ago are deleted. */
const MAX_URLS = 10;

/** Older versions saved one array for all URLs, which counts as the value for `url`. */
export const preferencesOfUrl = ({read, change}: Preferences, url: string): Preferences => {
  const byUrl = (value: unknown) =>
    new Map<string, unknown>(Array.isArray(value) ? [[url, value]] : Object.entries(Object(value)));
  return {
    read: async name => byUrl(await read(name)).get(url),
    change: (name, edit) =>
      change(name, value => {
        const all = byUrl(value);
        const edited = edit(all.get(url));
        all.delete(url);
        return Object.fromEntries([[url, edited], ...all].slice(0, MAX_URLS));
      }),
  };
};
