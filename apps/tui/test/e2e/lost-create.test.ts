import {describe, expect, it} from 'vitest';
import {startProxy} from '../headless/proxy.ts';
import {startConsole} from '../support/console/start-console.ts';
import {connect, startGateway, withToken} from '../support/gateway.ts';
import {checkFrame, dialogText, SIZES} from './support/frame-checks.ts';

describe.each(SIZES)('at $cols×$rows', size => {
  const open = async () => {
    const gateway = await startGateway();
    const url = await startProxy(gateway.url, {cuts: ({method}) => method === 'POST'});
    const console = await startConsole(['--url', url, '--tab', 'tokens'], {env: withToken, ...size});
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
    checkFrame(console);
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
