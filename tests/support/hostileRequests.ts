/**
 * The largest requests that a client without an account can send to block the server: bodies and headers of the
 * maximum size.
 */

/** The largest body that the server reads for any call, and the largest headers. */
export const largestBody = 1_048_576;
const largestHead = 15_000;

const encoder = new TextEncoder();

/** Repeats a text up to a number of bytes. */
const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / encoder.encode(unit).length));

const texts: Record<string, string> = {
  'marks in a row': '\u0300\u0316',
  'marks with invisible signs between them': '\u0316\u200D\u0300',
  'marks on stretched letters': '\u064E\u0640\u0650\u0640',
  'marks that folding makes': '\uFF9E\u0316',
  'letters that folding makes long': '\uFDFA',
  'halves of pairs': '\\ud800',
  'escaped marks': '\\u0300\\u0316',
  'escaped zeros': '\\u0000',
  spaces: ' ',
  'no-break spaces': '\u00A0',
  'line breaks': '\\n',
  letters: 'a',
  'Arabic letters': 'ابت',
  dashes: 'a-',
  'Arabic digits': '٣٬',
  equals: '=',
};

/** Bodies up to a number of bytes, by their problem; each is also one for `POST /auth/login`. */
export function hostileBodies(bytes: number): [string, string][] {
  const room = bytes - 100;
  const login = (username: string) => `{"username":${username},"password":"x"}`;
  const keys = Array.from({ length: Math.floor(room / 11) }, (_, at) => `"${String(at).padStart(6, '0')}":0`);
  return [
    ...Object.entries(texts).map(([name, unit]): [string, string] => [
      name,
      login(`"a${filled(unit, room)}"`),
    ]),
    ['marks in the password', `{"username":"a","password":"${filled('\u0300\u0316', room)}"}`],
    ['unknown fields', `{${keys.join(',')}}`],
    ['one field many times', `{${filled('"username":"a",', room)}"password":"x"}`],
    ['forbidden keys', `{${filled('"__proto__":{},', room)}"a":1}`],
    ['escaped forbidden keys', `{${filled('"\\u005f_proto__":{},', room)}"a":1}`],
    ['lists in lists', login(`${'['.repeat(room / 2)}${']'.repeat(room / 2)}`)],
    ['objects in objects', login(`${'{"a":'.repeat(room / 6)}1${'}'.repeat(room / 6)}`)],
    ['lists that do not end', filled('[', room)],
    ['a list of nothing', `[${filled('0,', room)}0]`],
    ['a list of objects', `[${filled('{},', room)}{}]`],
    ['a number of many digits', login(filled('9', room))],
    ['a fraction of many digits', login(`0.${filled('1', room)}`)],
    ['a large exponent', login(`1e${filled('9', room)}`)],
    ['quotation marks', filled('"', room)],
    ['backslashes', `"${filled('\\\\', room)}"`],
  ];
}

/** Addresses below a call, and headers, of the maximum length. */
export function hostileHeads(path: string): [string, { url: string; headers?: Record<string, string> }][] {
  const long = (unit: string) => filled(unit, largestHead);
  const header = (name: string, unit: string): [string, { url: string; headers: Record<string, string> }] => [
    `${name} of ${JSON.stringify(unit)}`,
    { url: path, headers: { [name]: long(unit) } },
  ];
  return [
    ['many parameters', { url: `${path}?${long('a=1&')}` }],
    ['one parameter many times', { url: `${path}?${long('q=1&')}` }],
    ['parameters without a name', { url: `${path}?${long('&=')}` }],
    ['percent signs', { url: `${path}?q=${long('%')}` }],
    ['marks in a parameter', { url: `${path}?q=${long('%CC%80%CC%96')}` }],
    ['deep JSON in a parameter', { url: `${path}?filter=${long('[')}` }],
    ['a long path', { url: `${path}/${long('a')}` }],
    ['marks in a path', { url: `${path}/${long('%CC%80%CC%96')}` }],
    ['many steps in a path', { url: `${path}${long('/a')}` }],
    ['dots in a path', { url: `${path}${long('/..')}` }],
    ['slashes', { url: `${path}${long('/')}` }],
    header('accept-encoding', 'gzip;q=0.1,'),
    header('accept-encoding', ' ,'),
    header('accept', 'text/html,'),
    header('authorization', 'Bearer '),
    header('content-type', 'application/json;'),
    header('content-type', ';a="'),
    header('cookie', 'a=b; '),
    header('if-none-match', '"a", '),
    header('range', 'bytes=0-1,'),
    header('x-forwarded-for', '1.2.3.4,'),
    header('x-forwarded-for', ':'),
    header('x-forwarded-host', 'a.'),
    header('idempotency-key', 'a'),
    [
      'many headers',
      { url: path, headers: Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x-${at}`, 'abcd'])) },
    ],
  ];
}
