export interface Redactor {
  /** Secrets shorter than 4 characters are ignored. */
  add(secret: string): void;
  /** Returns one line without the secrets, and with control characters escaped. */
  clean(text: string): string;
}

export const createRedactor = (): Redactor => {
  const secrets = new Set<string>();
  return {
    add: secret => void (secret.length >= 4 && secrets.add(secret)),
    clean: text => {
      let clean = text;
      for (const secret of secrets) {
        for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
          clean = clean.replaceAll(form, '[secret]');
        }
      }
      return clean.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
    },
  };
};

const escaped = (character: string): string =>
  character === '\n' ? ' ' : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
