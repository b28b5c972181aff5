const encoder = new TextEncoder();

/** Consecutive records as arrays whose JSON is at most so many bytes; a record that is longer alone stands alone. */
export function withinBytes<T>(records: readonly T[], maxBytes: number): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const record of records) {
    // One more for the comma.
    const bytes = encoder.encode(JSON.stringify(record)).length + 1;
    if (bytes > room) {
      parts.push([]);
      room = maxBytes;
    }
    parts.at(-1)?.push(record);
    room -= bytes;
  }
  return parts;
}
