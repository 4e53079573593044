/** Date of a timestamp in Unix seconds, with or without fraction: `log_time`, `created`, `_created_unix` of a token. */
export const unixDate = (seconds: number): Date => new Date(Math.round(seconds * 1000));
