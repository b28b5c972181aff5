import { useState } from 'react';
import type { CleanupCard } from '../../../contract/cleanup';
import type { CleanupTarget } from '../../../contract/vocabulary';
import { FirstQuestion } from './FirstQuestion';
import { TypedQuestion } from './TypedQuestion';

export interface CleanupQuestionsProps {
  target: CleanupTarget;
  card: CleanupCard | undefined;
  isDeleting: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Two confirmations before a deletion (spec 2 §5): the question, and then the name, typed. */
export function CleanupQuestions(props: CleanupQuestionsProps) {
  const [isSure, setIsSure] = useState(false);
  return isSure ? (
    <TypedQuestion {...props} />
  ) : (
    <FirstQuestion {...props} onConfirm={() => setIsSure(true)} />
  );
}
