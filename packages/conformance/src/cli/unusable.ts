/** What cannot be used, a flag or a file, told in one line. */
export class Unusable extends Error {}
