/** Secrets that must not be printed, and text without them. */
export interface Redactor {
  add(secret: string): void;
  /** One line that no terminal obeys, without any secret. */
  clean(text: string): string;
}

export const createRedactor = (): Redactor => {
  const secrets = new Set<string>();
  return {
    add: secret => void (secret.length >= 4 && secrets.add(secret)),
    clean: text => {
      let shown = text;
      for (const secret of secrets) {
        for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
          shown = shown.replaceAll(form, '[secret]');
        }
      }
      return shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
    },
  };
};

const escaped = (character: string): string =>
  character === '\n' ? ' ' : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
