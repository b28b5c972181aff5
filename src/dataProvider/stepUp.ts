/** Asks the person for the own password and sends it. @returns whether it was right; false when the person gave up */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Called by the frame around the screens, which has the dialog. @returns how to take it back */
export function askForStepUpWith(own: Ask): () => void {
  ask = own;
  return () => {
    if (ask === own) ask = null;
  };
}

/** Whether the person has just given the own password again. Calls that need it at once share one question. */
export function isSteppedUp(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
