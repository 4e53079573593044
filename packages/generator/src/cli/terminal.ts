import {parseArgs} from 'node:util';

export interface Terminal {
  out(text: string | Buffer): void;
  err(text: string): void;
  /** Resolves when `out` can accept more text. */
  drained?(): Promise<void>;
  readonly stopped: AbortSignal;
  readonly version: string;
  readonly columns?: number | undefined;
}

export const UNUSABLE = 2;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

const FORMS = {'an integer': /^\d{1,15}$/, 'a number': /^\d{1,12}(\.\d+)?$/} as const;

export const numberOf = (flagName: string, value: string, form: keyof typeof FORMS): number => {
  if (FORMS[form].test(value)) return Number(value);
  throw new Error(`--${flagName} must be ${form}, 0 or more`);
};

export const text = {type: 'string'} as const;
export const texts = {type: 'string', multiple: true} as const;
export const flag = {type: 'boolean'} as const;

type Flags = Readonly<Record<string, typeof text | typeof texts | typeof flag>>;
type Value<Type> = Type extends typeof flag ? boolean : Type extends typeof texts ? readonly string[] : string;
export type Values<F extends Flags> = {readonly [Name in keyof F]?: Value<F[Name]>};

interface Command<F extends Flags> {
  readonly name: string;
  readonly help: string;
  readonly flags: F;
  run(values: Values<F>, terminal: Terminal): Promise<number>;
}

export const command =
  <F extends Flags>({name, help, flags, run}: Command<F>) =>
  async (argv: readonly string[], terminal: Terminal): Promise<number> => {
    try {
      const options = {...flags, help: flag};
      const values = parseArgs({args: [...argv], options}).values as Values<F> & {readonly help?: boolean};
      if (!values.help) return await run(values, terminal);
      terminal.out(help);
      return 0;
    } catch (error) {
      terminal.err(`edge-logs: ${name}: ${reasonOf(error)}\n`);
      return UNUSABLE;
    }
  };
