/** The operation of the last write, until somebody is told of its success; null if it cannot be undone. */
let last: number | null = null;

/** Called with the answer to every write. */
export function noteOperation(headers: Headers) {
  last = Number(headers.get('X-Operation-Id')) || null;
}

/** The operation that a message of success is about: each is offered once. */
export function takeOperation(): number | null {
  const taken = last;
  last = null;
  return taken;
}
