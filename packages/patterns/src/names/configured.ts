const BEFORE = {
  zone: String.raw`\bzone ["']`,
  dictionary: String.raw`\bdict(?:ionary)? ["']`,
  group: String.raw`\bupstream ["']`,
  certificate: String.raw`\bcertificate(?: key)? ["']|\b(?:SSL_CTX_use_\w{1,30}|PEM_read_bio_X509\w{0,10})\(["']`,
} as const;

/** A zone of shared memory, a Lua dictionary, an upstream group, or a file with a certificate or its key. */
export type Configured = keyof typeof BEFORE;

export const CONFIGURED = Object.keys(BEFORE) as readonly Configured[];

const inLine = CONFIGURED.map(kind => [kind, new RegExp(`(?:${BEFORE[kind]})([^"']{1,200})["']`)] as const);
const beforeSlot = CONFIGURED.map(kind => [kind, new RegExp(`(?:${BEFORE[kind]})$`)] as const);

type ConfiguredNames = Readonly<Partial<Record<Configured, string>>>;

const NONE: ConfiguredNames = {};

/** Returns the first name of each kind in a message, such as `{zone: 'perip'}`. Names are not sanitised. */
export const configuredNames = (message: string): ConfiguredNames => {
  if (!message.includes('"') && !message.includes("'")) return NONE;
  const names: Partial<Record<Configured, string>> = {};
  for (const [kind, expression] of inLine) {
    const name = expression.exec(message)?.[1];
    if (name !== undefined) names[kind] = name;
  }
  return names;
};

/** Returns the kind of a `<*>` in a template, such as `zone`, from the text before this `<*>`, such as `by zone "`. */
export const configuredAfter = (before: string): Configured | undefined =>
  beforeSlot.find(([, expression]) => expression.test(before))?.[0];
