import {describe, expect, it} from 'vitest';
import {cellsOf, createTerminal} from '../test/pty/terminal-screen.ts';
import {frameToSvg, scenesToSvg} from './frame-to-svg.ts';

const frameOf = async (text: string) => {
  const terminal = createTerminal(20, 2);
  await new Promise<void>(resolve => terminal.write(text, resolve));
  return [cellsOf(terminal, 0), cellsOf(terminal, 1)];
};
const svgOf = async (text: string): Promise<string> => frameToSvg(await frameOf(text), {title: 'a & b'});
const textsOf = (svg: string): string[] =>
  svg
    .split('\n')
    .filter(line => line.startsWith('<text'))
    .slice(1);

describe('frameToSvg', () => {
  it('frameToSvg returns the same text for equal frames', async () => {
    const text = '\u001B[31mred\u001B[0m ─┐ 日本 ▅';
    expect(await svgOf(text)).toBe(await svgOf(text));
  });

  it('frameToSvg merges adjacent cells into texts, and splits these at changes of style and at wide gaps', async () => {
    const texts = textsOf(await svgOf('one two   three\u001B[1;32mbold'));
    expect(texts.map(text => text.replace(/<text .*?>(.*)<\/text>/, '$1'))).toEqual(['one two', 'three', 'bold']);
    expect(texts[2]).toContain('fill="#8fca7c" font-weight="700"');
    expect(texts[0]).toContain('textLength="59.01"');
  });

  it('frameToSvg escapes the text and the label', async () => {
    const svg = await svgOf('<b>&"');
    expect(svg).toContain('>&lt;b&gt;&amp;&quot;</text>');
    expect(svg).toContain('aria-label="a &amp; b"');
  });

  it('frameToSvg centres wide characters in their two cells', async () => {
    const [first, second, third] = textsOf(await svgOf('a日本'));
    expect(first).toContain('x="14"');
    expect(second).toMatch(/x="30.86" .*text-anchor="middle".*>日</);
    expect(third).toMatch(/x="47.72" .*>本</);
  });

  it('frameToSvg paints inverse cells, 24-bit colours and palette colours', async () => {
    const svg = await svgOf('\u001B[7mx\u001B[0m\u001B[48;2;1;2;3my\u001B[0m\u001B[38;5;196mz\u001B[38;5;255mw');
    expect(svg).toContain('<path fill="#d5dae3" d="M14 48h8.43v19h-8.43z"/>');
    expect(svg).toMatch(/fill="#15181e">x</);
    expect(svg).toContain('<path fill="#010203"');
    expect(svg).toMatch(/fill="#ff0000">z</);
    expect(svg).toMatch(/fill="#eeeeee">w</);
  });

  it('frameToSvg draws block and line characters as paths', async () => {
    const svg = await svgOf('▄█──╮');
    expect(textsOf(svg)).toEqual([]);
    expect(svg).toContain('d="M14 57.5h8.43v9.5h-8.43zM22.43 48h8.43v19h-8.43z"');
    expect(svg).toContain('M30.86 57.5H39.29M39.29 57.5H47.72M47.72 57.5Q');
  });

  it('scenesToSvg shows each frame for its seconds, and only the last frame if a viewer cannot animate', async () => {
    const [first, second] = [await frameOf('one'), await frameOf('two')];
    const svg = scenesToSvg([
      {frame: first, keys: '', caption: 'start', seconds: 1},
      {frame: second, keys: 'Enter', caption: 'a < b', seconds: 3},
    ]);
    expect(svg).toContain('@keyframes s0{0%{opacity:1}25%{opacity:0}}.s0{animation:s0 4s step-end infinite}');
    expect(svg).toContain('@keyframes s1{0%{opacity:0}25%{opacity:1}}.s1{animation:s1 4s step-end infinite}');
    expect(svg.match(/<g class="s\d"[^>]*>/g)).toEqual(['<g class="s0" opacity="0">', '<g class="s1">']);
    expect(textsOf(svg).map(text => text.replace(/<text .*?>(.*)<\/text>/, '$1'))).toEqual([
      ...['one', 'start'],
      ...['two', 'Enter', 'a &lt; b'],
    ]);
  });
});
