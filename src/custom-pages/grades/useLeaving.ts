import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import type { OfferingChoice } from '../../ui/list/useOfferingChoice';

/** Does something at once where nothing would be lost, else after a question. */
export type Ask = (act: () => void) => void;

/** Lets the filters, which are not rendered again with every key, ask as the sheet below them does. */
export class LeaveGuard {
  #ask: Ask = (act) => act();

  use(ask: Ask): void {
    this.#ask = ask;
  }

  readonly ask: Ask = (act) => this.#ask(act);
}

const offeringNames = ['program_id', 'batch_id', 'subject_code'];

/**
 * Nothing typed goes without a question: not by another page, not by another subject, not by "cancel".
 * @param drop drops what was typed
 */
export function useLeaving(isDirty: boolean, drop: () => void) {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isDirty) isLeaving.current = false;
  }, [isDirty]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isLeaving.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        isOtherOffering(currentLocation.search, nextLocation.search)),
  );
  const ask: Ask = (act) => (isDirty ? setWaiting({ act }) : act());
  return {
    ask,
    question: {
      isOpen: waiting !== null || blocker.state === 'blocked',
      onStay: () => {
        setWaiting(null);
        blocker.reset?.();
      },
      onLeave: () => {
        isLeaving.current = true;
        drop();
        waiting?.act();
        setWaiting(null);
        blocker.proceed?.();
      },
    },
  };
}

/** The choice of the subject, asking before it takes typed marks away. */
export const guardChoice = (choice: OfferingChoice, ask: Ask): OfferingChoice => ({
  ...choice,
  chooseProgram: (id) => ask(() => choice.chooseProgram(id)),
  chooseBatch: (batch) => ask(() => choice.chooseBatch(batch)),
  chooseSubject: (code) => ask(() => choice.chooseSubject(code)),
});

function isOtherOffering(before: string, after: string): boolean {
  const [one, other] = [new URLSearchParams(before), new URLSearchParams(after)];
  return offeringNames.some((name) => one.get(name) !== other.get(name));
}
