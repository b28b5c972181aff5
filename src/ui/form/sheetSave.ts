import { useMutation } from '@tanstack/react-query';
import { storedRows } from '../../dataProvider/ApiProblem';

/** Other users may save the same rows again and again. */
const maxAttempts = 4;

interface SheetSave<State, Sent extends readonly unknown[], Row, Answer> {
  collectRows: (sheet: State) => Sent;
  save: (rows: Sent) => Promise<Answer>;
  /** `answer` is null if there was nothing to send. */
  onSaved: (sheet: State, answer: Answer | null) => void;
  onRefused: (problem: unknown, rows: Sent) => void;
  /** Merges the stored rows into the sheet; null if the user must choose first. */
  merge: (sheet: State, stored: Row[]) => State | null;
}

/** After a save by somebody else, it merges and sends again; clashes wait for the user (`ClashDialog`). */
export function useSheetSave<State, Sent extends readonly unknown[], Row, Answer>({
  collectRows,
  save,
  onSaved,
  onRefused,
  merge,
}: SheetSave<State, Sent, Row, Answer>) {
  // The call is an argument, because another sheet may be on the screen at a retry.
  const { mutateAsync, isPending } = useMutation({ mutationFn: (call: () => Promise<Answer>) => call() });
  const send = async (sheet: State, attempt = 1): Promise<boolean> => {
    const rows = collectRows(sheet);
    try {
      onSaved(sheet, rows.length === 0 ? null : await mutateAsync(() => save(rows)));
      return true;
    } catch (problem) {
      const stored = storedRows<Row>(problem);
      if (stored === null || attempt >= maxAttempts) {
        onRefused(problem, rows);
        return false;
      }
      const merged = merge(sheet, stored);
      return merged !== null && send(merged, attempt + 1);
    }
  };
  return {
    /** Resolves to whether it is saved; false also if the user must choose first. */
    send: (sheet: State) => send(sheet),
    isSaving: isPending,
  };
}
