import {describe, expect, it} from 'vitest';
import {matches, parseSearch, type Search, splitMatches} from './search.ts';

const searchOf = (text: string): Search => {
  const search = parseSearch(text);
  if (typeof search === 'string') throw new Error(search);
  return search;
};

describe('parseSearch', () => {
  it('a search ignores case unless the pattern has a capital letter', () => {
    expect(matches(searchOf('timed out'), 'upstream Timed Out')).toBe(true);
    expect(matches(searchOf('Timed'), 'upstream timed out')).toBe(false);
  });

  it('a search is a regular expression, and ! inverts it', () => {
    expect(matches(searchOf('client: 10\\.\\d'), 'x, client: 10.3.1.1')).toBe(true);
    expect(matches(searchOf('!timed'), 'upstream timed out')).toBe(false);
    expect(matches(searchOf('!timed'), 'refused')).toBe(true);
  });

  it('parseSearch says what is wrong with an invalid search', () => {
    expect(parseSearch('(')).toBe(
      'not a regular expression (missing closing )); put \\ before characters such as ( [ * + ?',
    );
    expect(parseSearch('(?=x)')).toContain('(invalid or unsupported Perl syntax)');
    expect(parseSearch('!')).toMatch(/enter a text/);
  });

  it.each(['(a+)+$', '(\\w+\\s?)+$', '(x+x+)+y'])('the search %s takes linear time', pattern => {
    const search = searchOf(pattern);
    expect(matches(search, `${'a'.repeat(8_000)}!`)).toBe(false);
    expect(splitMatches('x'.repeat(8_000), search).join('')).toHaveLength(8_000);
  });

  it('repeated searches of the same text give the same result', () => {
    const search = searchOf('a');
    expect([1, 2, 3].map(() => matches(search, 'ba'))).toEqual([true, true, true]);
  });
});

describe('splitMatches', () => {
  it('splitMatches separates matches from the text between them, and loses no text', () => {
    const parts = splitMatches('a timeout, a Timeout', searchOf('timeout'));
    expect(parts).toEqual(['a ', 'timeout', ', a ', 'Timeout', '']);
    expect(splitMatches('abc', searchOf('x*'))).toEqual(['abc']);
  });
});
