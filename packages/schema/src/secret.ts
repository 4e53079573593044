const inspectSymbol = Symbol.for('nodejs.util.inspect.custom');

/**
 * A credential that cannot reach a log, a snapshot or an error by accident: `String()`, `JSON.stringify` and
 * `util.inspect` return `[secret …abcd]`.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value. Call it only where the value leaves the process, such as in a header. */
  reveal(): string {
    return this.#value;
  }

  /** The last four characters; empty if the value has fewer than 12. */
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

const SECRET_NAME =
  /token|pass(?:w|phrase)|pwd|secret|sess(?:ion|id$)|auth|cookie|jwt|bearer|credential|signature|[cx]srf|(?:^|[_.-])(?:pass|pw|pin|sig|t?otp|mfa|cvv|sid)$|^code$|(?:^|[_.-]|api|access|private)[_-]?keys?(?:$|[_.-])/i;

/** Whether a header, parameter or field of this name holds a secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);
