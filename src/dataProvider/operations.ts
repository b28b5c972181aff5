const operations = new WeakMap<object, number>();

export function noteOperation(answer: unknown, headers: Headers): void {
  const operation = Number(headers.get('X-Operation-Id'));
  if (operation && typeof answer === 'object' && answer !== null) operations.set(answer, operation);
}

/** The operation of a call, from its body or header; null if nothing can be undone. */
export function readOperation(answer: unknown): number | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { operation_id } = answer as { operation_id?: unknown };
  return typeof operation_id === 'number' ? operation_id : (operations.get(answer) ?? null);
}

/** Gives a derived object the operation of its answer. */
export function copyOperation<Result extends object>(answer: unknown, result: Result): Result {
  const operation = readOperation(answer);
  if (operation !== null) operations.set(result, operation);
  return result;
}
