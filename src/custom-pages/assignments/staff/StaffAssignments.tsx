import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import type { Program } from '../../../../contract/programs';
import type { Subject } from '../../../../contract/subjects';
import { type Level, levelNames } from '../../../../contract/vocabulary';
import { useText } from '../../../i18n/useText';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { Isolated } from '../../../ui/page/Isolated';
import { Page } from '../../../ui/page/Page';
import { EmptyState } from '../../../ui/page/States';
import { AssignmentList } from './AssignmentList';
import { NewAssignment } from './NewAssignment';
import { type AssignmentChoice, useAssignmentChoice } from './useAssignmentChoice';

/** The assignments of a subject, for those who make and grade them. */
export default function StaffAssignments() {
  const t = useText();
  const notify = useNotify();
  const choice = useAssignmentChoice();
  const [isAdding, setIsAdding] = useState(false);
  const { subject } = choice;
  const add = () => {
    if (subject) setIsAdding(true);
    else notify(t('assignments.chooseFirst'), { type: 'warning' });
  };
  return (
    <Page
      title={t('assignments.title')}
      subtitle={
        subject ? (
          <>
            {t('assignments.listOf', { subject: subject.name })} <Isolated>{subject.subject_code}</Isolated>
            {subject.batch_name && (
              <>
                {' · '}
                <bdi>{subject.batch_name}</bdi>
              </>
            )}
          </>
        ) : (
          t('assignments.subtitle')
        )
      }
      action={
        <Button variant="contained" startIcon={<Add />} onClick={add}>
          {t('assignments.add')}
        </Button>
      }
      filters={<AssignmentFilters choice={choice} />}
    >
      {choice.subjectId !== null && !choice.isSubjectMissing ? (
        <AssignmentList subjectId={choice.subjectId} onAdd={add} />
      ) : (
        <EmptyState title={t('assignments.chooseTitle')} text={t('assignments.chooseText')} />
      )}
      {isAdding && subject && <NewAssignment subject={subject} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

/** Programme, level, batch, and the subject whose assignments are shown. Spec 2 §2. */
function AssignmentFilters({ choice }: { choice: AssignmentChoice }) {
  const t = useText();
  const { level, levels, batch, subject } = choice;
  return (
    <Box
      component="search"
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 1 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(13rem, 1fr))' },
        alignItems: 'start',
      }}
    >
      <RecordPicker<Program>
        resource="programs"
        by="program_id"
        label={t('teaching.program')}
        placeholder={t('assignments.anyProgram')}
        optionText={({ program_name }) => program_name}
        value={choice.programId}
        knownText={batch?.program_id === choice.programId ? batch?.program_name : null}
        onChange={(program) => choice.chooseProgram(program?.program_id ?? null)}
      />
      <TextField
        select
        label={t('assignments.level')}
        value={level !== null && levels.includes(level) ? level : ''}
        onChange={({ target }) => choice.chooseLevel(Number(target.value) || null)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('assignments.anyLevel')}</MenuItem>
        {levels.map((one) => (
          <MenuItem key={one} value={one}>
            {levelNames[one as Level]}
          </MenuItem>
        ))}
      </TextField>
      <RecordPicker<Batch>
        resource="batches"
        label={t('teaching.batch')}
        placeholder={t('assignments.anyBatch')}
        optionText={({ batch_name }) => batch_name}
        value={choice.batchId}
        knownText={batch?.batch_name ?? null}
        onChange={choice.chooseBatch}
        filter={choice.batchFilter}
      />
      <RecordPicker<Subject>
        resource="subjects"
        label={t('assignments.subject')}
        placeholder={t('assignments.chooseSubject')}
        optionText={({ name }) => name}
        optionNote={({ subject_code, batch_name }) => [subject_code, batch_name].filter(Boolean).join(' · ')}
        value={choice.subjectId}
        knownText={subject?.name ?? null}
        onChange={choice.chooseSubject}
        sort={{ field: 'name', order: 'ASC' }}
        filter={choice.subjectFilter}
        isRequired
      />
    </Box>
  );
}
