import {describe, expect, it} from 'vitest';
import {startProxy} from '../headless/proxy.ts';
import {connect, startGateway} from '../support/gateway.ts';
import {dialogText, SIZES, waitForFrame} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const openShared = sharedConsole({firstTab: 'tokens'});

describe.each(SIZES)('at $cols×$rows', size => {
  const open = async () => {
    const gateway = await startGateway();
    const url = await startProxy(gateway.url, {cuts: ({method}) => method === 'POST'});
    const {console} = await openShared(size, {profile: {url}});
    await console.selected('for tests').press('tokens.create').see('Create an API token').type('ci');
    return {gateway, console, creates: () => gateway.requests({operation: 'createApiToken'}).length};
  };

  it('a token whose create response was lost is named and selected, and not created again', async () => {
    const {gateway, console, creates} = await open();
    await console.press('dialog.submit').see('The secret of a new').gone('Create an API token');
    expect(dialogText(console, size)).toContain(
      'The response to the request that creates ci was lost (network). The token was created: ci, id 2. ' +
        'Its secret is lost, so delete it, or rotate it.',
    );
    await waitForFrame(console);
    await console.press('dialog.close').gone('The secret of a new').selected('ci');
    await console.press('tokens.delete').see('Delete this API token').key('esc').gone('Delete this API token');
    expect(creates()).toBe(1);
    expect(await connect(gateway.url).apiTokens.count()).toBe(2);
  });

  it('if the token list has no new token after a lost response, the form stays open with advice', async () => {
    const {gateway, console, creates} = await open();
    gateway.setFault({kind: 'reset', operation: 'createApiToken'});
    await console.press('dialog.submit').see('The response');
    expect(dialogText(console, size)).toMatch(
      /No new token of that name is listed\. .* list the tokens before you try again\./,
    );
    expect(creates()).toBe(1);
  });
});
