type PasswordPrompt = () => Promise<boolean>;

let prompt: PasswordPrompt | null = null;
let pendingPrompt: Promise<boolean> | null = null;

export function setStepUpPrompt(dialog: PasswordPrompt): () => void {
  prompt = dialog;
  return () => {
    if (prompt === dialog) prompt = null;
  };
}

/** Resolves to true if the user entered the right password. Simultaneous calls share one prompt. */
export function requestStepUp(): Promise<boolean> {
  pendingPrompt ??= (prompt?.() ?? Promise.resolve(false)).finally(() => {
    pendingPrompt = null;
  });
  return pendingPrompt;
}
