const operations = new WeakMap<object, number>();

export function noteOperation(answer: unknown, headers: Headers): void {
  const operation = Number(headers.get('X-Operation-Id'));
  if (operation && typeof answer === 'object' && answer !== null) operations.set(answer, operation);
}

/** The operation id from the body or the header. Null if the call cannot be undone. */
export function readOperation(answer: unknown): number | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { operation_id } = answer as { operation_id?: unknown };
  return typeof operation_id === 'number' ? operation_id : (operations.get(answer) ?? null);
}

/** The derived object then has the operation of its response. */
export function copyOperation<Result extends object>(answer: unknown, result: Result): Result {
  const operation = readOperation(answer);
  if (operation !== null) operations.set(result, operation);
  return result;
}
