import { useState } from 'react';
import type { CleanupQuestion } from './cleanupQuestion';
import { FirstQuestion } from './FirstQuestion';
import { TypedQuestion } from './TypedQuestion';

/** Two confirmations before a deletion (spec 2 §5): the question, and then the name, typed. */
export function CleanupQuestions(props: CleanupQuestion) {
  const [isSure, setIsSure] = useState(false);
  return isSure ? (
    <TypedQuestion {...props} />
  ) : (
    <FirstQuestion {...props} onConfirm={() => setIsSure(true)} />
  );
}
