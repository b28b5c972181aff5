import type { Location } from 'react-router';
import type { OfferingChoice } from '../../features/teaching-context/useOfferingChoice';

/** Runs an action at once if nothing is unsaved, or else after a question. */
type AskBefore = (action: () => void) => void;

/** Lets the filters ask the question of the sheet without rendering at each key. */
export class LeaveGuard {
  #ask: AskBefore = (action) => action();

  setAsk(ask: AskBefore): void {
    this.#ask = ask;
  }

  readonly ask: AskBefore = (action) => this.#ask(action);
}

const offeringParams = ['program_id', 'batch_id', 'subject_code'];

/** Whether the navigation leaves the page or its subject. */
export function isOtherSheet(from: Location, to: Location): boolean {
  const [fromParams, toParams] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return (
    from.pathname !== to.pathname ||
    offeringParams.some((name) => fromParams.get(name) !== toParams.get(name))
  );
}

export const guardChoice = (choice: OfferingChoice, ask: AskBefore): OfferingChoice => ({
  ...choice,
  chooseProgram: (id) => ask(() => choice.chooseProgram(id)),
  chooseBatch: (batch) => ask(() => choice.chooseBatch(batch)),
  chooseSubject: (code) => ask(() => choice.chooseSubject(code)),
  chooseRecent: (recent) => ask(() => choice.chooseRecent(recent)),
});
