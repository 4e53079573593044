import {detached} from '../hash.ts';

/** What the caller knows about a line besides its text. */
export type LineInfo = {
  /** Time of the line, in milliseconds since 1970. */
  readonly time?: number;
  /**
   * Default: the level at the start of the line, such as `[error]`. A pattern counts at most 16 different levels, and
   * any further ones as `other`.
   */
  readonly level?: string;
  /** Your id for the line. `Pattern.sample` has it if the line becomes the sample. */
  readonly id?: string | number;
  /** Weight of the line; 1 if it is absent, negative or not finite. */
  readonly count?: number;
};

export type Sample = {readonly line: string; readonly id?: string | number};

const MAX_LEVELS = 16;
const MAX_LEVEL_TEXT = 32;
const MAX_SAMPLE = 3_000;

export type TallyJson = {
  count: number;
  lines: number;
  first?: number;
  last?: number;
  levels: [string, number][];
  sample: Sample;
};

export class Tally {
  count = 0;
  lines = 0;
  first: number | undefined;
  last: number | undefined;
  levels = new Map<string, number>();
  sample: Sample | undefined;

  addLevel(level: string, weight: number): void {
    const known = this.levels.get(level);
    if (known !== undefined) this.levels.set(level, known + weight);
    else if (this.levels.size < MAX_LEVELS) this.levels.set(detached(level.slice(0, MAX_LEVEL_TEXT)), weight);
    else this.levels.set('other', (this.levels.get('other') ?? 0) + weight);
  }

  seenAt(time: number): void {
    if (!Number.isFinite(time)) return;
    if (this.first === undefined || time < this.first) this.first = time;
    if (this.last === undefined || time > this.last) this.last = time;
  }

  keepSample(line: string, id: LineInfo['id']): void {
    const text = detached(line.slice(0, MAX_SAMPLE));
    this.sample = id === undefined ? {line: text} : {line: text, id};
  }

  absorb(other: Tally): void {
    if (other.sample && (!this.sample || this.#isAfter(other))) this.sample = other.sample;
    this.count += other.count;
    this.lines += other.lines;
    if (other.first !== undefined) this.seenAt(other.first);
    if (other.last !== undefined) this.seenAt(other.last);
    for (const [level, count] of other.levels) this.addLevel(level, count);
  }

  #isAfter(other: Tally): boolean {
    const [own, theirs] = [this.first ?? Number.POSITIVE_INFINITY, other.first ?? Number.POSITIVE_INFINITY];
    return own === theirs ? (this.sample?.line ?? '') > (other.sample?.line ?? '') : own > theirs;
  }

  toJSON(): TallyJson {
    const {count, lines, first, last, levels, sample} = this;
    return {
      count,
      lines,
      ...(first !== undefined && {first}),
      ...(last !== undefined && {last}),
      levels: [...levels],
      sample: sample ?? {line: ''},
    };
  }

  static from(json: TallyJson): Tally {
    return Object.assign(new Tally(), json, {levels: new Map(json.levels)});
  }
}
