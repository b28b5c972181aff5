import type { Location } from 'react-router';
import type { OfferingChoice } from '../../features/teaching-context/useOfferingChoice';

/** Does something at once where nothing would be lost, else after a question. */
type Ask = (act: () => void) => void;

/** Lets the filters, which are not rendered again with every key, ask as the sheet below them does. */
export class LeaveGuard {
  #ask: Ask = (act) => act();

  use(ask: Ask): void {
    this.#ask = ask;
  }

  readonly ask: Ask = (act) => this.#ask(act);
}

const offeringNames = ['program_id', 'batch_id', 'subject_code'];

/** Another page, or another subject on this one. */
export function isOtherSheet(from: Location, to: Location): boolean {
  const [one, other] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return from.pathname !== to.pathname || offeringNames.some((name) => one.get(name) !== other.get(name));
}

/** The choice of the subject, asking before it takes typed marks away. */
export const guardChoice = (choice: OfferingChoice, ask: Ask): OfferingChoice => ({
  ...choice,
  chooseProgram: (id) => ask(() => choice.chooseProgram(id)),
  chooseBatch: (batch) => ask(() => choice.chooseBatch(batch)),
  chooseSubject: (code) => ask(() => choice.chooseSubject(code)),
  chooseRecent: (recent) => ask(() => choice.chooseRecent(recent)),
});
