/** Beyond: 413. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Path and query. Beyond: 414. URL and headers together: 16 KiB, as Node has it; beyond: 431. */
export const MAX_URL_BYTES = 8 * 1024;
