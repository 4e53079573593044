const inspectSymbol = Symbol.for('nodejs.util.inspect.custom');

/**
 * A credential that does not show itself. `String()`, template literals, `JSON.stringify`, `util.inspect` and
 * property enumeration all give `[secret …abcd]` (the last four characters as a fingerprint, none when the value has
 * fewer than 12), so that it cannot reach a log, a snapshot or an error by accident. Only {@link Secret.reveal} gives
 * the value.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Call it where the value leaves the process (a header, the clipboard) and nowhere else. */
  reveal(): string {
    return this.#value;
  }

  /** Last four characters, for telling two secrets apart; empty when the value is too short to give any away. */
  get fingerprint(): string {
    return this.#value.length < 12 ? '' : this.#value.slice(-4);
  }

  toString(): string {
    return this.fingerprint === '' ? '[secret]' : `[secret …${this.fingerprint}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspectSymbol](): string {
    return this.toString();
  }
}
