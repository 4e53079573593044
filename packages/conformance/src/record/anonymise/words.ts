// These words identify no deployment, so they are not replaced.
const KEPT_TEXTS = [
  'GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT HTTP HTTPS TCP UDP TLS SSL DNS URI URL IP UNIX stream',
  'nginx openresty lua libc openssl pcre zlib luajit master worker usr sbin bin etc var lib opt log local run tmp proc',
  'master admin user operator readonly global true false null',
  'stderr emerg alert crit error warn notice info debug',
  'context client server login request subrequest upstream host referrer bytes from to request_id id while in',
  'lua entry thread coroutine stack traceback runtime error',
  'Connection refused timed out reset by peer aborted No such file or directory Permission denied route to host',
  'Broken pipe Too many open files Resource temporarily unavailable Address already in use Network is unreachable',
  'incorrect login credentials login successful logged in out failed failure success ok',
  'the a an is are was not no of and or for with on at be must should has have this that it been there can cannot',
  'invalid unknown unexpected missing required expired valid wrong bad found exist exists does allowed denied forbidden',
  'unauthorized unauthenticated unavailable internal gateway service too many requests method path parameter parameters',
  'query body header headers field fields value values type text number integer whole string object list empty expected',
  'status code message msg err error data meta count total page page_size size limit offset start end level time name',
  'token tokens session sessions user users password username credential credentials agent agents application',
  'applications api API-Token edge-token send sent JSON received please try again later account one more least',
  'kind pid pgid exe cwd cmd line online created modified unix uid 2fa remember plugin Builtin process processes port ports',
  'version detail count src node type app req start end',
  'html head title body h1 h2 center hr p br div pre span DOCTYPE public W3C DTD EN lang charset utf',
];

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];

export const KEPT_WORDS: ReadonlySet<string> = new Set(KEPT_TEXTS.flatMap(wordsOf));

export const wordSet = (text: string): ReadonlySet<string> => new Set(wordsOf(text));

export const FILE_NAME =
  /\.(?:lua|conf|html?|php|js|css|json|xml|txt|log|sock|pid|pem|crt|key|png|jpe?g|gif|ico|svg)$/i;
