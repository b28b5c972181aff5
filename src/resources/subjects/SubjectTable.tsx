import Checklist from '@mui/icons-material/ChecklistOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import { Chip } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { parseBase } from '../../../contract/rules/subjectCode';
import type { Subject } from '../../../contract/subjects';
import { allSubjectTypes, type SubjectType } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { ListColumn } from '../../ui/list/ListColumn';
import { ListTable } from '../../ui/list/ListTable';
import { RecordRow } from '../../ui/list/RecordRow';
import { RowButton, RecordActions } from '../../ui/list/RowActions';
import { TwoLines } from '../../ui/list/TwoLines';
import { Isolated } from '../../ui/page/Isolated';
import { RecordLink } from '../../ui/page/RecordLink';
import { ShortenedName } from '../../ui/page/ShortenedName';
import { useSubjectDialogs } from './dialogs/SubjectDialogs';
import { hasCurriculum, hasGradeSettings, levelName, subjectTitle } from './subjectModel';

const Column = ListColumn<Subject>;
const hiddenWhenNarrow = ['index', 'level', 'hours'];
const widths = {
  '& .column-subject_code': { width: 84 },
  '& .column-name': { width: '20%' },
  '& .column-level': { width: 112 },
  '& .column-hours': { width: 60 },
  '& .column-type': { width: 106 },
  '& .column-actions': { width: 118 },
} as const;

export function SubjectTable() {
  return (
    <ListTable<Subject>
      hiddenWhenNarrow={hiddenWhenNarrow}
      renderActions={(subject) => <SubjectActions subject={subject} />}
      sx={widths}
    >
      <Column
        source="subject_code"
        label={t('labels.shortCode')}
        render={({ subject_code }) => <Isolated>{parseBase(subject_code)}</Isolated>}
      />
      <Column source="name" render={({ name }) => <TwoLines>{name}</TwoLines>} />
      <Column source="level" render={({ level }) => levelName(level)} />
      <Column
        source="hours"
        label={t('subjects.hoursShort')}
        align="center"
        render={({ hours }) => <Isolated>{hours}</Isolated>}
      />
      <Column source="type" render={({ type }) => <TypeBadge type={type} />} />
      <Column
        source="batch_name"
        render={({ batch_id, batch_name }) => (
          <RecordLink
            to={`/batches/${batch_id}/show`}
            name={<ShortenedName name={batch_name ?? t('ui.notSpecified')} />}
          />
        )}
      />
    </ListTable>
  );
}

export function SubjectListRow({ subject }: { subject: Subject }) {
  const { subject_code, name, type, batch_name } = subject;
  return (
    <RecordRow
      badge={<TypeBadge type={type} />}
      title={name}
      details={[
        <Isolated key="code">{parseBase(subject_code)}</Isolated>,
        <ShortenedName key="batch" name={batch_name ?? t('ui.notSpecified')} />,
      ]}
      actions={<SubjectActions subject={subject} />}
    />
  );
}

type Colours = (theme: Theme) => { ink: string; tint: string };

// The colours have the order of `allSubjectTypes`. The last two are for legacy types.
const typeColours: readonly Colours[] = [
  ({ colours: { info: ink, infoTint: tint } }) => ({ ink, tint }),
  ({ colours: { success: ink, successTint: tint } }) => ({ ink, tint }),
  ({ bands }) => bands[2],
  ({ colours: { primary: ink, primaryTint: tint } }) => ({ ink, tint }),
  ({ colours: { quietInk: ink, sunken: tint } }) => ({ ink, tint }),
  ({ colours: { warning: ink, warningTint: tint } }) => ({ ink, tint }),
];

function TypeBadge({ type }: { type: SubjectType }) {
  const colour = typeColours[allSubjectTypes.indexOf(type)] ?? typeColours[4];
  return (
    <Chip
      size="small"
      label={type}
      sx={(theme) => {
        const { ink, tint } = colour?.(theme) ?? theme.bands[1];
        return { color: ink, backgroundColor: tint, border: 1, borderColor: 'currentcolor' };
      }}
    />
  );
}

function SubjectActions({ subject }: { subject: Subject }) {
  const openDialog = useSubjectDialogs();
  const name = subjectTitle(subject);
  return (
    <RecordActions name={name}>
      <RowButton
        title={t('subjects.offerings.action')}
        label={t('subjects.offerings.actionOf', { name })}
        icon={<Groups fontSize="small" />}
        onClick={() => openDialog('offerings', subject)}
      />
      {hasCurriculum(subject) && (
        <RowButton
          title={t('subjects.curriculum.action')}
          label={t('subjects.curriculum.actionOf', { name })}
          icon={<Checklist fontSize="small" />}
          onClick={() => openDialog('curriculum', subject)}
        />
      )}
      {hasGradeSettings(subject) && (
        <RowButton
          title={t('subjects.gradeSettings.action')}
          label={t('subjects.gradeSettings.actionOf', { name })}
          icon={<Tune fontSize="small" />}
          onClick={() => openDialog('gradeSettings', subject)}
        />
      )}
    </RecordActions>
  );
}
