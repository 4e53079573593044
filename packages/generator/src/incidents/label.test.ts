import {describe, expect, test} from 'vitest';
import {type Cause, namesCause} from './label.ts';

const CAUSES: readonly Cause[] = [
  {dimension: 'upstream', value: '10.1.0.9:8080'},
  {dimension: 'lua', value: 'cart-price.lua:88'},
  {dimension: 'node', value: '7'},
  {dimension: 'server', value: 'shop.tern.example'},
  {dimension: 'pattern', value: 'pwrite() "/data/7/41" failed (28: No space left on device) while reading upstream'},
  {dimension: 'pattern', value: '[lua] tick.lua:9: load(): reported 5 peers as healthy, context: ngx.timer'},
];

describe('a finding names the cause', () => {
  test.each([
    ['upstream', '10.1.0.9:8080'],
    ['lua', 'cart-price.lua:88'],
    ['file', '/usr/local/edge/lua/cart-price.lua:88'],
    ['node_id', '7'],
    ['host', 'shop.tern.example'],
    ['pattern', 'pwrite() <*> failed (<*>) while reading upstream'],
    ['pattern', 'pwrite() "/data/7/41" failed (28: No space left on device) while reading upstream'],
    ['pattern', '[lua] <*>: load(): reported <*> peers as healthy'],
    ['pattern', '[lua] <*>: load(): reported <*> peers as healthy, context: ngx.timer'],
  ])('namesCause accepts %s %j', (dimension, value) => expect(namesCause({dimension, value}, CAUSES)).toBe(true));

  test.each([
    ['upstream', '10.1.0.9:80'],
    ['client', '10.1.0.9:8080'],
    ['lua', 'x-cart-price.lua:88'],
    ['node', '77'],
    ['pattern', '<*> <*> failed <*>'],
    ['pattern', 'open() <*> failed (<*>) while reading upstream'],
    ['pattern', 'pwrite() <*> failed (<*>)'],
  ])('namesCause refuses %s %j', (dimension, value) => expect(namesCause({dimension, value}, CAUSES)).toBe(false));
});
