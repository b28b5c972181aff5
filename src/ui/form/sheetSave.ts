import { useMutation } from '@tanstack/react-query';
import { storedRows } from '../../dataProvider/ApiProblem';

/** Attempts of one save, if other people save the same rows again and again. */
const maxTries = 4;

interface SheetSave<State, Sent extends readonly unknown[], Row, Answer> {
  /** The changed rows of the sheet. */
  rowsOf: (sheet: State) => Sent;
  save: (rows: Sent) => Promise<Answer>;
  /** @param answer null where there was nothing to send */
  onSaved: (sheet: State, answer: Answer | null) => void;
  onRefused: (problem: unknown, rows: Sent) => void;
  /** Merges the sheet with the rows as they are stored now. @returns null if the person has to choose first */
  merge: (sheet: State, stored: Row[]) => State | null;
}

/**
 * Sends the changed rows of a sheet, each with the version that was loaded. If somebody else saved meanwhile, changes
 * that do not clash are merged and sent again; clashes wait for the person (`ClashDialog`).
 */
export function useSheetSave<State, Sent extends readonly unknown[], Row, Answer>({
  rowsOf,
  save,
  onSaved,
  onRefused,
  merge,
}: SheetSave<State, Sent, Row, Answer>) {
  // The mutation gets the call as its argument: on a retry, another sheet may be on the screen.
  const { mutateAsync, isPending } = useMutation({ mutationFn: (call: () => Promise<Answer>) => call() });
  const send = async (sheet: State, tries = 1): Promise<boolean> => {
    const rows = rowsOf(sheet);
    try {
      onSaved(sheet, rows.length === 0 ? null : await mutateAsync(() => save(rows)));
      return true;
    } catch (problem) {
      const stored = storedRows<Row>(problem);
      if (stored === null || tries >= maxTries) {
        onRefused(problem, rows);
        return false;
      }
      const merged = merge(sheet, stored);
      return merged !== null && send(merged, tries + 1);
    }
  };
  return {
    /** @returns whether it is saved; false too where the person has to choose first */
    send: (sheet: State) => send(sheet),
    isSaving: isPending,
  };
}
