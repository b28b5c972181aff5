/** The operations that the headers of answers name. */
const operations = new WeakMap<object, number>();

/** Notes the operation of an answer; none if it cannot be undone. */
export function noteOperation(answer: unknown, headers: Headers): void {
  const operation = Number(headers.get('X-Operation-Id'));
  if (operation && typeof answer === 'object' && answer !== null) operations.set(answer, operation);
}

/** The operation of the call with this answer, by its body or its header; null if it cannot be undone. */
export function operationOf(answer: unknown): number | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { operation_id } = answer as { operation_id?: unknown };
  return typeof operation_id === 'number' ? operation_id : (operations.get(answer) ?? null);
}

/** Gives an object that is made from an answer the operation of that answer. */
export function withOperationOf<Made extends object>(answer: unknown, made: Made): Made {
  const operation = operationOf(answer);
  if (operation !== null) operations.set(made, operation);
  return made;
}
