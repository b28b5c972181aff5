import { useMutation } from '@tanstack/react-query';
import { storedRows } from '../../dataProvider/ApiProblem';

/** Other users may save the same rows repeatedly. */
const maxAttempts = 4;

interface SheetSave<State, Sent extends readonly unknown[], Row, Answer> {
  collectRows: (sheet: State) => Sent;
  save: (rows: Sent) => Promise<Answer>;
  onSaved: (sheet: State, answer: Answer | null) => void;
  onRefused: (problem: unknown, rows: Sent) => void;
  /** Merges the stored rows into the sheet. Null if the user must decide first. */
  merge: (sheet: State, stored: Row[]) => State | null;
}

/** If another user has saved, the hook merges and sends again. `ClashDialog` asks the user about clashes. */
export function useSheetSave<State, Sent extends readonly unknown[], Row, Answer>({
  collectRows,
  save,
  onSaved,
  onRefused,
  merge,
}: SheetSave<State, Sent, Row, Answer>) {
  // The call is an argument, because the screen may show another sheet during a retry.
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
    /** Resolves to false if the save failed or the user must decide first. */
    send: (sheet: State) => send(sheet),
    isSaving: isPending,
  };
}
