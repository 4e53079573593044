export const WORRIES = ['none', 'low', 'medium', 'high'] as const;
export type Worry = (typeof WORRIES)[number];

/** A log message that the config describes. Either `template` or `regex` is set. */
export interface HouseMessage {
  readonly id: string;
  readonly template?: string | undefined;
  /** An RE2 expression. Its groups capture the variable parts. If some are named, the unnamed ones capture nothing. */
  readonly regex?: string | undefined;
  readonly meaning: string;
  readonly checks?: readonly string[] | undefined;
  readonly runbook?: string | undefined;
  readonly worry?: Worry | undefined;
  /** A text such as `2027-01-31` is the date when the mute ends. */
  readonly mute?: boolean | string | undefined;
}
