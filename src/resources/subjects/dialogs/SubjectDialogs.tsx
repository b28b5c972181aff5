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

/** The dialogs are outside of the list, so that a dialog stays open if its row disappears. */
export const useSubjectDialogs = () => useContext(OpenContext);

interface SubjectDialogsProps {
  onDeleted?: () => void;
  children: ReactNode;
}

export function SubjectDialogs({ onDeleted, children }: SubjectDialogsProps) {
  const [dialog, setDialog] = useState<{ kind: Kind; subject: Subject } | null>(null);
  const openDialog: Open = useCallback((kind, subject) => setDialog({ kind, subject }), []);
  const Dialog = dialog && dialogs[dialog.kind];
  return (
    <OpenContext value={openDialog}>
      {children}
      {Dialog && <Dialog subject={dialog.subject} onClose={() => setDialog(null)} onDeleted={onDeleted} />}
    </OpenContext>
  );
}
