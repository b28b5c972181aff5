/** A statement as our server ran it. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** The value of a parameter in the n-th repetition of its period. */
export type Parameter = (repetition: number) => unknown;

/** Times do not change; other digits may be a row number, a version or a made-up text. */
const piece = /(\d{4}-\d\d-\d\dT[\d:.]+Z|\d+)/;
const longestNumber = 15;

/**
 * Predicts a parameter of a repeated statement from its values in two consecutive periods: numbers, also inside texts
 * and JSON, continue with the same step.
 */
export function continued(first: unknown, second: unknown): Parameter {
  if (first === second) return () => first;
  if (typeof first === 'number' && typeof second === 'number') {
    const step = second - first;
    return (repetition) => first + step * repetition;
  }
  if (typeof first !== 'string' || typeof second !== 'string') return () => first;
  const [from, to] = [first.split(piece), second.split(piece)];
  if (from.length !== to.length) return () => first;
  const parts = from.map((text, place) => continuedPiece(text, to[place] ?? ''));
  return (repetition) => parts.map((part) => (typeof part === 'string' ? part : part(repetition))).join('');
}

function continuedPiece(from: string, to: string): string | ((repetition: number) => string) {
  const isNumber = /^\d+$/.test(from) && /^\d+$/.test(to) && from.length <= longestNumber;
  if (from === to || !isNumber) return from;
  const start = Number(from);
  const step = Number(to) - start;
  return (repetition) => String(start + step * repetition).padStart(from.length, '0');
}
