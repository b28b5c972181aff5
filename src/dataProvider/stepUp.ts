/** Asks the person for the password and sends it. @returns whether it was right; false if the person cancelled */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Sets the dialog that asks. @returns a function that removes it again */
export function askForStepUpWith(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** Asks for the password; whether it was right. Calls at the same time share one question. */
export function isSteppedUp(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
