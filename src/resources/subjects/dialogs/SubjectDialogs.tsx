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
      <Suspense>
        {Dialog && <Dialog subject={opened.subject} onClose={() => setOpened(null)} onGone={onGone} />}
      </Suspense>
    </OpenContext>
  );
}
