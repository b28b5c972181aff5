import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { Subject } from '../../../../contract/subjects';
import { lazyDialog } from '../../../ui/dialog/lazyDialog';

const dialogs = {
  offerings: lazyDialog(() => import('./OfferingsDialog')),
  curriculum: lazyDialog(() => import('./CurriculumDialog')),
  gradeSettings: lazyDialog(() => import('./GradeSettingsDialog')),
};
type Kind = keyof typeof dialogs;
type Open = (kind: Kind, subject: Subject) => void;

const OpenContext = createContext<Open>(() => undefined);

/** Opens a dialog of a subject. It is rendered outside of the list, so that it stays if the row disappears. */
export const useSubjectDialogs = () => useContext(OpenContext);

interface SubjectDialogsProps {
  /** Called if the subject was deleted in its dialog. */
  onGone?: () => void;
  children: ReactNode;
}

export function SubjectDialogs({ onGone, children }: SubjectDialogsProps) {
  const [opened, setOpened] = useState<{ kind: Kind; subject: Subject } | null>(null);
  const open: Open = useCallback((kind, subject) => setOpened({ kind, subject }), []);
  const Dialog = opened && dialogs[opened.kind];
  return (
    <OpenContext value={open}>
      {children}
      {Dialog && <Dialog subject={opened.subject} onClose={() => setOpened(null)} onGone={onGone} />}
    </OpenContext>
  );
}
