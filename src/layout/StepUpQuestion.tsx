import { lazy, Suspense, useEffect, useState } from 'react';
import { askForStepUpWith } from '../dataProvider/stepUp';

const StepUpDialog = lazy(() => import('./StepUpDialog'));

type Answer = (isGiven: boolean) => void;

/** Asks for the own password when the server wants it for what a screen is doing, which then goes on. */
export function StepUpQuestion() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => askForStepUpWith(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  // Whoever waits for an answer is not left waiting when the frame goes.
  useEffect(() => () => answer?.(false), [answer]);
  if (!answer) return null;
  return (
    <Suspense>
      <StepUpDialog
        onAnswer={(isGiven) => {
          answer(isGiven);
          setAnswer(null);
        }}
      />
    </Suspense>
  );
}
