import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import type { Subject } from '../../../../contract/subjects';

const dialogs = {
  offerings: lazy(() => import('./OfferingsDialog')),
  curriculum: lazy(() => import('./CurriculumDialog')),
  gradeSettings: lazy(() => import('./GradeSettingsDialog')),
};
type Kind = keyof typeof dialogs;
type Open = (kind: Kind, subject: Subject) => void;

const OpenContext = createContext<Open>(() => undefined);

/** Opens a dialog of a subject. It stands beside the screen, so that it outlives the row it was opened from. */
export const useSubjectDialogs = () => useContext(OpenContext);

interface SubjectDialogsProps {
  /** The subject that a dialog was opened for has been deleted in it. */
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
      <Suspense>
        {Dialog && <Dialog subject={opened.subject} onClose={() => setOpened(null)} onGone={onGone} />}
      </Suspense>
    </OpenContext>
  );
}
