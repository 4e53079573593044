import type {Prng} from '../prng.ts';

// Parts of names of hosts, files and zones. Each name joins at least two of them.
export const BRANDS = [
  'lumen',
  'norwind',
  'kestrel',
  'papaya',
  'ostrava',
  'brightbox',
  'tern',
  'mosaic',
  'quarry',
  'halyard',
] as const;
export const CITIES = ['ams', 'fra', 'nyc', 'sgp', 'syd', 'lhr', 'gru', 'nrt', 'bom', 'iad', 'waw', 'mad'] as const;
export const SITES = [
  'api',
  'www',
  'shop',
  'static',
  'auth',
  'pay',
  'search',
  'img',
  'cdn',
  'm',
  'partners',
  'help',
  'id',
] as const;
export const WORDS = [
  ...(['cart', 'session', 'price', 'quota', 'geo', 'token', 'tenant', 'menu', 'stock', 'coupon', 'locale'] as const),
  ...(['badge', 'basket', 'ledger', 'invoice', 'route', 'banner', 'device', 'profile', 'region', 'score'] as const),
] as const;
export const PATH_WORDS = [
  ...(['orders', 'items', 'users', 'offers', 'media', 'reviews', 'carts', 'feeds', 'maps', 'tickets'] as const),
  ...(['plans', 'groups', 'events', 'drafts', 'files', 'labels', 'rates', 'notes', 'teams', 'logs'] as const),
] as const;
export const FUNCTIONS = ['load', 'apply', 'check', 'resolve', 'fetch', 'merge', 'render', 'select', 'lookup'] as const;

/** Returns a name of two parts, such as `cart-session.lua`. */
export const nameFrom = (prng: Prng, ending: string): string =>
  `${prng.pick(WORDS)}${prng.pick(['-', '_', ''])}${prng.pick(WORDS)}${ending}`;

/** Each function returns random addresses of one private network. */
export const PRIVATE_NETWORKS: readonly [(prng: Prng) => string, ...((prng: Prng) => string)[]] = [
  prng => `10.${prng.int(0, 60)}.${prng.int(0, 255)}.${prng.int(2, 254)}`,
  prng => `172.${prng.int(16, 31)}.${prng.int(0, 255)}.${prng.int(2, 254)}`,
  prng => `192.168.${prng.int(0, 255)}.${prng.int(2, 254)}`,
];
