import type { Location } from 'react-router';
import type { OfferingChoice } from '../../features/teaching-context/useOfferingChoice';

/** Runs the action at once, or asks first if there are unsaved marks. */
type AskBefore = (action: () => void) => void;

/** The filters call `ask` of this object, so that they do not render when the sheet changes. */
export class LeaveGuard {
  #ask: AskBefore = (action) => action();

  setAsk(ask: AskBefore): void {
    this.#ask = ask;
  }

  readonly ask: AskBefore = (action) => this.#ask(action);
}

const offeringParams = ['program_id', 'batch_id', 'subject_code'];

/** Returns true if the navigation leaves the page or opens another subject. */
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
