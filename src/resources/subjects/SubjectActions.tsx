import Checklist from '@mui/icons-material/ChecklistOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import type { Subject } from '../../../contract/subjects';
import { useText } from '../../i18n/useText';
import { DeleteButton } from '../../ui/dialog/DeleteButton';
import { EditButton } from '../../ui/list/EditButton';
import { useSubjectDialogs } from './dialogs/SubjectDialogs';
import { hasCurriculum, hasGradeSettings } from './subjectModel';
import { useSubjectTitle } from './useSubjectTitle';

export function SubjectActions({ subject }: { subject: Subject }) {
  const t = useText();
  const open = useSubjectDialogs();
  const name = useSubjectTitle(subject);
  return (
    <>
      <Action
        title={t('subjects.offerings.action')}
        label={t('subjects.offerings.actionOf', { name })}
        icon={<Groups fontSize="small" />}
        onClick={() => open('offerings', subject)}
      />
      {hasCurriculum(subject) && (
        <Action
          title={t('subjects.curriculum.action')}
          label={t('subjects.curriculum.actionOf', { name })}
          icon={<Checklist fontSize="small" />}
          onClick={() => open('curriculum', subject)}
        />
      )}
      {hasGradeSettings(subject) && (
        <Action
          title={t('subjects.gradeSettings.action')}
          label={t('subjects.gradeSettings.actionOf', { name })}
          icon={<Tune fontSize="small" />}
          onClick={() => open('gradeSettings', subject)}
        />
      )}
      <EditButton name={name} />
      <DeleteButton
        name={name}
        question="subjects.deleteQuestion"
        deleted="subjects.deleted"
        failed="subjects.deleteFailed"
      />
    </>
  );
}

interface ActionProps {
  title: string;
  label: string;
  icon: ReactNode;
  onClick: () => void;
}

const Action = ({ title, label, icon, onClick }: ActionProps) => (
  <Tooltip title={title}>
    <IconButton aria-label={label} onClick={onClick}>
      {icon}
    </IconButton>
  </Tooltip>
);
