/**
 * On every answer. Written out instead of @fastify/helmet: of its fifteen headers these matter to JSON that no page
 * shows. No Strict-Transport-Security: it forbids the way past a self-signed certificate (field fact 14).
 */
export const SECURITY_HEADERS = {
  // Answers hold tokens and sessions.
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
