import { useMutation } from '@tanstack/react-query';
import { storedRows } from '../../dataProvider/ApiProblem';

/** Somebody else may save in between, but not for ever. */
const maxTries = 4;

interface SheetSave<State, Sent extends readonly unknown[], Row, Answer> {
  /** The changed rows of the sheet. */
  rowsOf: (sheet: State) => Sent;
  save: (rows: Sent) => Promise<Answer>;
  /** @param answer null where there was nothing to send */
  onSaved: (sheet: State, answer: Answer | null) => void;
  onRefused: (problem: unknown, rows: Sent) => void;
  /** Shows the sheet over what is stored now. @returns null where the person has to choose before it is sent again */
  merge: (sheet: State, stored: Row[]) => State | null;
}

/**
 * Sends the changed rows of a sheet, each over the version that it was read with. Where somebody else was faster, what
 * does not clash is taken over and sent again without a word; what does waits for the person (`ClashDialog`).
 */
export function useSheetSave<State, Sent extends readonly unknown[], Row, Answer>({
  rowsOf,
  save,
  onSaved,
  onRefused,
  merge,
}: SheetSave<State, Sent, Row, Answer>) {
  // The call itself is handed over: another sheet may be on the screen when it is made once more.
  const { mutateAsync, isPending } = useMutation({ mutationFn: (call: () => Promise<Answer>) => call() });
  const send = async (sheet: State, tries = 1): Promise<void> => {
    const rows = rowsOf(sheet);
    if (rows.length === 0) return onSaved(sheet, null);
    try {
      onSaved(sheet, await mutateAsync(() => save(rows)));
    } catch (problem) {
      const stored = storedRows<Row>(problem);
      if (stored === null || tries >= maxTries) return onRefused(problem, rows);
      const merged = merge(sheet, stored);
      if (merged !== null) await send(merged, tries + 1);
    }
  };
  return { send: (sheet: State) => void send(sheet), isSaving: isPending };
}
