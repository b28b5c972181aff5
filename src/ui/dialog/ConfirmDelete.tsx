import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../i18n/useText';
import { QuestionDialog } from './QuestionDialog';

interface ConfirmDeleteProps {
  isOpen: boolean;
  /** The whole question, as the specification words it. */
  question: string;
  /** What is deleted, by name. */
  name?: ReactNode;
  /** What goes with it. */
  children?: ReactNode;
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a deletion, and says what goes with it. One opening confirms once. */
export function ConfirmDelete({ isOpen, question, onConfirm, ...rest }: ConfirmDeleteProps) {
  const t = useText();
  // A state is one drawing late for a double click, and the dialog fades away with its button in it.
  const isConfirmed = useRef(false);
  useEffect(() => {
    if (isOpen) isConfirmed.current = false;
  }, [isOpen]);
  const confirm = () => {
    if (isConfirmed.current) return;
    isConfirmed.current = true;
    onConfirm();
  };
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={t('ui.deleteTitle')}
      text={question}
      confirm={t('ui.delete')}
      pending={t('ui.deleting')}
      isDanger
      onConfirm={confirm}
      {...rest}
    />
  );
}
