import {describe, expect, it} from 'vitest';
import {incident} from '../support/logs.ts';
import {sizes} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const openShared = sharedConsole({gateway: () => ({seed: {error_logs: incident()}})});

const open = async (size: {cols: number; rows: number}) => {
  const {console} = await openShared(size);
  await console.see('upstream timed out');
  return console;
};

describe.each(sizes('80x24', '120x36'))('at $cols×$rows', size => {
  it('the & dialog completes, explains, edits and removes conditions on log entries', async () => {
    const console = await open(size);
    await console.press('error-logs.conditions').see('Keep or drop entries').see('host and port of the upstream');
    await console.type('upstream:10.1.0.9').see('keeps entries whose upstream is 10.1.0.9').key('tab');
    await console.see('keeps entries whose upstream is 10.1.0.9:8080').press('dialog.apply-condition');
    await console.gone('Keep or drop entries').see('keep upstream:10.1.0.9:8080');
    await console.press('error-logs.conditions').type('!/(/').see('missing closing )').press('dialog.apply-condition');
    await console.see('! /(/: not a regular expression').key('ctrl-u').type('sever:api');
    await console.see('no field "sever", did you mean server?').see('host and port of the upstream');
    await console.key('ctrl-u').type('!node:3').press('dialog.apply-condition').see('! node:3: only the gateway knows');
    await console.key('ctrl-u').type('!Nothing here');
    await console.see('drops entries that contain "Nothing here"').press('dialog.apply-condition');
    await console.see('drop "Nothing here"');
    await console
      .press('error-logs.conditions')
      .see('↓ selects one to edit')
      .key('down', 'enter')
      .see('& upstream:10.1.0.9:8080');
    await console.key('ctrl-u').type('connect').press('dialog.apply-condition').see('keep "connect"');
    await console.press('error-logs.conditions').see('Keep or drop entries').key('backspace');
    await console.gone('drop "Nothing here"').key('backspace').gone('keep "connect"').press('dialog.close-conditions');
    await console.gone('Keep or drop entries');
    expect(console.text()).not.toMatch(/keep "connect"|drop "Nothing/);
  });

  it('a condition on the node, a field that entries lack, is tested by the gateway', async () => {
    const console = await open(size);
    await console.press('error-logs.conditions').see('Keep or drop entries').type('node:3');
    await console.see('keeps entries whose node id is 3; the gateway filters by it').press('dialog.apply-condition');
    await console.status('node 3').gone('upstream timed out');
  });

  it('+ and - on an entry ask for a field, which one key selects', async () => {
    const console = await open(size);
    await console
      .press('error-logs.keep')
      .see('Keep only entries with the same')
      .see(/p +pattern +upstream timed out/);
    await console.press('dialog.value-upstream').gone('Keep only entries').see('keep upstream:10.1.0.');
    await console
      .selected('upstream timed out')
      .press('error-logs.drop')
      .see('Drop entries with the same')
      .press('dialog.value-level');
    await console.see('drop level:ERROR').press('error-logs.clear-filter').gone('drop level:ERROR');
  });

  it('+, - and & filter the entries that patterns, facets and changes read', async () => {
    const console = await open(size);
    await console
      .press('error-logs.patterns')
      .status('2 patterns')
      .press('patterns.drop')
      .see(/drop pattern:/);
    await console.see('90 kept of 330 read').selected('connect() failed');
    await console.press('patterns.conditions').key('backspace').press('dialog.close-conditions').status('2 patterns');
    await console.press('patterns.keep').see('240 kept of 330 read');
    await console.press('error-logs.facets').see('240 kept of 330 read').press('global.command-line').see('Command');
    await console.type('drop /items.7[0-9]/').press('dialog.run').see('230 kept of 330 read');
    await console
      .press('error-logs.changes')
      .see('Nothing was compared: no entry matches')
      .press('changes.conditions')
      .see('drop /items');
    await console.key('backspace').press('dialog.close-conditions').gone('drop /items');
  });
});
