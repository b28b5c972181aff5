import { Alert, Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import { EditBase, useRecordContext, useRedirect } from 'react-admin';
import { useController } from 'react-hook-form';
import { subjectFields } from '../../../contract/courseFields';
import type { Subject } from '../../../contract/subjects';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { t } from '../../i18n/text';
import { EditContent, RecordForm, StaleSaveDialog, useSaveOutcome } from '../../ui/form/RecordForm';
import { staleFields } from '../../ui/form/StaleDialog';
import { Page } from '../../ui/page/Page';
import { useBatches, usePrograms } from './addToBatches';
import { SubjectInputs } from './SubjectInputs';
import { SubjectDialogs, useSubjectDialogs } from './dialogs/SubjectDialogs';
import { changeOf, lastLevel, levelName } from './subjectModel';

export default function SubjectEdit() {
  const redirect = useRedirect();
  const { mutationOptions, stale, dropStale } = useSaveOutcome({
    saved: 'subjects.updated',
    failed: 'subjects.saveFailed',
  });
  // A choice of the person that is stored nowhere: it survives the question about both values.
  const kept = stale && {
    ...stale,
    theirs: { ...stale.theirs, apply_to_base: stale.mine['apply_to_base'] },
  };
  const fields = staleFields(subjectFields, { level: (level) => levelName(Number(level)) });
  return (
    <EditBase
      mutationMode="pessimistic"
      mutationOptions={mutationOptions}
      redirectOnError={false}
      transform={(values: Parameters<typeof changeOf>[0]) => changeOf(values)}
    >
      <SubjectDialogs onGone={() => redirect('list', 'subjects')}>
        <Page title={t('subjects.editTitle')} subtitle={t('subjects.editQuiet')}>
          <EditContent failed={t('subjects.loadFailed')}>
            <RecordForm defaultValues={{ apply_to_base: false }}>
              <StoredSubjectInputs />
            </RecordForm>
          </EditContent>
        </Page>
      </SubjectDialogs>
      <StaleSaveDialog stale={kept} fields={fields} onClose={dropStale} />
    </EditBase>
  );
}

const locked = { '& .MuiOutlinedInput-root': { backgroundColor: 'action.hover' } } as const;

function StoredSubjectInputs() {
  const subject = useRecordContext<Subject>();
  const open = useSubjectDialogs();
  const { has } = useServerFeatures();
  const { data: batches = [] } = useBatches();
  const programs = usePrograms();
  if (!subject) return null;
  const own = batches.filter(({ id }) => id === subject.batch_id);
  return (
    <SubjectInputs lastLevel={Math.max(lastLevel(own, programs), subject.level)}>
      <TextField
        label={t('resources.subjects.fields.subject_code')}
        value={subject.subject_code}
        helperText={t('subjects.codeLocked')}
        sx={locked}
        slotProps={{ htmlInput: { readOnly: true, dir: 'auto', style: { textAlign: 'right' } } }}
      />
      <TextField
        label={t('subjects.currentBatch')}
        value={subject.batch_name ?? t('ui.notSpecified')}
        sx={locked}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      {has('applyToBase') && <ApplyToBase />}
      <Alert
        severity="info"
        sx={{
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          '& .MuiAlert-message': { flex: { xs: '1 1 75%', sm: 1 } },
        }}
        action={<Button onClick={() => open('offerings', subject)}>{t('subjects.offerings.action')}</Button>}
      >
        {t('subjects.manageNote')}
      </Alert>
    </SubjectInputs>
  );
}

/** Whether the change reaches every batch that has the subject. */
function ApplyToBase() {
  const { field } = useController({ name: 'apply_to_base' });
  return (
    <FormControlLabel
      control={
        <Checkbox
          checked={field.value === true}
          onChange={(_, isChecked) => field.onChange(isChecked)}
          onBlur={field.onBlur}
          slotProps={{ input: { ref: field.ref } }}
        />
      }
      label={t('subjects.applyToBase')}
    />
  );
}
