// The largest requests that a client without an account can send to block the server.

/** Limits of the server for any call, in bytes. */
export const largestBody = 1_048_576;
const maxHeadBytes = 15_000;

const encoder = new TextEncoder();

const repeatToBytes = (text: string, bytes: number) =>
  text.repeat(Math.floor(bytes / encoder.encode(text).length));

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

/** Bodies by their problem. Each body is also sent to `POST /auth/login`. */
export function hostileBodies(bytes: number): [string, string][] {
  const room = bytes - 100;
  const login = (username: string) => `{"username":${username},"password":"x"}`;
  const keys = Array.from(
    { length: Math.floor(room / 11) },
    (_, index) => `"${String(index).padStart(6, '0')}":0`,
  );
  return [
    ...Object.entries(texts).map(([name, unit]): [string, string] => [
      name,
      login(`"a${repeatToBytes(unit, room)}"`),
    ]),
    ['marks in the password', `{"username":"a","password":"${repeatToBytes('\u0300\u0316', room)}"}`],
    ['unknown fields', `{${keys.join(',')}}`],
    ['one field many times', `{${repeatToBytes('"username":"a",', room)}"password":"x"}`],
    ['forbidden keys', `{${repeatToBytes('"__proto__":{},', room)}"a":1}`],
    ['escaped forbidden keys', `{${repeatToBytes('"\\u005f_proto__":{},', room)}"a":1}`],
    ['lists in lists', login(`${'['.repeat(room / 2)}${']'.repeat(room / 2)}`)],
    ['objects in objects', login(`${'{"a":'.repeat(room / 6)}1${'}'.repeat(room / 6)}`)],
    ['lists that do not end', repeatToBytes('[', room)],
    ['a list of nothing', `[${repeatToBytes('0,', room)}0]`],
    ['a list of objects', `[${repeatToBytes('{},', room)}{}]`],
    ['a number of many digits', login(repeatToBytes('9', room))],
    ['a fraction of many digits', login(`0.${repeatToBytes('1', room)}`)],
    ['a large exponent', login(`1e${repeatToBytes('9', room)}`)],
    ['quotation marks', repeatToBytes('"', room)],
    ['backslashes', `"${repeatToBytes('\\\\', room)}"`],
  ];
}

/** Addresses and headers of the maximum length. */
export function hostileHeads(path: string): [string, { url: string; headers?: Record<string, string> }][] {
  const fillHead = (unit: string) => repeatToBytes(unit, maxHeadBytes);
  const header = (name: string, unit: string): [string, { url: string; headers: Record<string, string> }] => [
    `${name} of ${JSON.stringify(unit)}`,
    { url: path, headers: { [name]: fillHead(unit) } },
  ];
  return [
    ['many parameters', { url: `${path}?${fillHead('a=1&')}` }],
    ['one parameter many times', { url: `${path}?${fillHead('q=1&')}` }],
    ['parameters without a name', { url: `${path}?${fillHead('&=')}` }],
    ['percent signs', { url: `${path}?q=${fillHead('%')}` }],
    ['marks in a parameter', { url: `${path}?q=${fillHead('%CC%80%CC%96')}` }],
    ['deep JSON in a parameter', { url: `${path}?filter=${fillHead('[')}` }],
    ['a long path', { url: `${path}/${fillHead('a')}` }],
    ['marks in a path', { url: `${path}/${fillHead('%CC%80%CC%96')}` }],
    ['many steps in a path', { url: `${path}${fillHead('/a')}` }],
    ['dots in a path', { url: `${path}${fillHead('/..')}` }],
    ['slashes', { url: `${path}${fillHead('/')}` }],
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
      {
        url: path,
        headers: Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x-${index}`, 'abcd'])),
      },
    ],
  ];
}
