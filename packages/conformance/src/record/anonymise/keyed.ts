import {createHmac, createSecretKey} from 'node:crypto';

/** Without the key, the original text cannot be found by trying likely texts. */
export interface Keyed {
  /** Returns a pronounceable word with the case and length of `word`, at most 12 letters. */
  word(word: string): string;
  digits(digits: string): string;
  /** Replaces digits by digits and letters by letters. Dashes and leading zeros stay. */
  hex(id: string): string;
  /** Returns an address in 10.0.0.0/8. */
  ipv4(address: string): string;
  /** Returns an address in fd00::/8. */
  ipv6(address: string): string;
  secret(purpose: string): string;
}

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const MAX_WORD = 12;

const at = (letters: string, byte = 0): string => letters[byte % letters.length] ?? '';

export const createKeyed = (key: Uint8Array): Keyed => {
  const hmacKey = createSecretKey(key);
  const bytes = (kind: string, text: string): Buffer =>
    createHmac('sha256', hmacKey).update(`${kind}\0${text}`).digest();
  return {
    word: word => {
      const hash = bytes('word', word.toLowerCase());
      const length = Math.min([...word].length, MAX_WORD);
      const made = Array.from({length}, (_, n) => at((n + (hash[31] ?? 0)) % 2 === 0 ? CONSONANTS : VOWELS, hash[n]));
      const text = made.join('');
      if (word !== word.toLowerCase() && word === word.toUpperCase()) return text.toUpperCase();
      return /^\p{Lu}/u.test(word) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
    },
    digits: digits => {
      const hash = bytes('digits', digits);
      return [...digits].map((_, n) => (n === 0 ? 1 + ((hash[0] ?? 0) % 9) : (hash[n % 32] ?? 0) % 10)).join('');
    },
    hex: id => {
      const hash = bytes('hex', id.toLowerCase().replaceAll('-', ''));
      const zeros = /^0*/.exec(id)?.[0].length ?? 0;
      return id.replaceAll(/[0-9a-f]/gi, (digit, n: number) => {
        const byte = hash[n % 32] ?? 0;
        if (n < zeros) return digit;
        if (digit >= '0' && digit <= '9') return String(n === zeros ? 1 + (byte % 9) : byte % 10);
        return at(digit < 'a' ? 'ABCDEF' : 'abcdef', byte);
      });
    },
    ipv4: address => `10.${[...bytes('address', address).subarray(0, 3)].join('.')}`,
    ipv6: address =>
      `fd${(
        bytes('address', address.toLowerCase())
          .toString('hex')
          .slice(0, 30)
          .match(/^..|..../g) ?? []
      ).join(':')}`,
    secret: purpose => bytes('secret', purpose).toString('hex'),
  };
};
