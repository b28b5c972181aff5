import { Alert, Box, Button, Tab, Tabs, TextField } from '@mui/material';
import { EditBase, useRecordContext, useRedirect } from 'react-admin';
import { subjectFields } from '../../../contract/courseFields';
import type { Subject } from '../../../contract/subjects';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { t } from '../../i18n/text';
import { FormCheckbox } from '../../ui/form/FormFields';
import { EditContent, RecordForm, StaleSaveDialog, useSaveOutcome } from '../../ui/form/RecordForm';
import { staleFields } from '../../ui/form/StaleDialog';
import { Page } from '../../ui/page/Page';
import { useAddress } from '../../ui/page/useAddress';
import { useBatches, usePrograms } from './addToBatches';
import { CircleBoard } from './circles/CircleBoard';
import { SubjectInputs } from './SubjectInputs';
import { SubjectDialogs, useSubjectDialogs } from './dialogs/SubjectDialogs';
import { updateBody, commonMaxLevel, levelName } from './subjectModel';

export default function SubjectEdit() {
  const redirect = useRedirect();
  const { mutationOptions, stale, dropStale } = useSaveOutcome({
    successKey: 'subjects.updated',
    failureKey: 'subjects.saveFailed',
  });
  // `apply_to_base` is not stored, so the stale dialog must not reset it.
  const staleSave = stale && {
    ...stale,
    theirs: { ...stale.theirs, apply_to_base: stale.mine['apply_to_base'] },
  };
  const fields = staleFields(subjectFields, { level: (level) => levelName(Number(level)) });
  return (
    <EditBase
      mutationMode="pessimistic"
      mutationOptions={mutationOptions}
      redirectOnError={false}
      transform={(values: Parameters<typeof updateBody>[0]) => updateBody(values)}
    >
      <SubjectDialogs onDeleted={() => redirect('list', 'subjects')}>
        <Page title={t('subjects.editTitle')} subtitle={t('subjects.editSubtitle')}>
          <EditContent failed={t('subjects.loadFailed')}>
            <SubjectTabs />
          </EditContent>
        </Page>
      </SubjectDialogs>
      <StaleSaveDialog stale={staleSave} fields={fields} onClose={dropStale} />
    </EditBase>
  );
}

/** Details and circles have separate saves. The address has the tab. */
function SubjectTabs() {
  const subject = useRecordContext<Subject>();
  const hasCircles = useServerFeatures().has('circles');
  const [address, change] = useAddress();
  const tab = hasCircles && address.get('tab') === 'circles' ? 'circles' : 'details';
  const choose = (chosen: typeof tab) =>
    change((params) => (chosen === 'details' ? params.delete('tab') : params.set('tab', chosen)));
  const tabProps = (name: typeof tab) => ({
    value: name,
    id: `tab-${name}`,
    'aria-controls': `panel-${name}`,
    label: t(name === 'details' ? 'circles.details' : 'circles.tab'),
  });
  const panelProps = (name: typeof tab) =>
    hasCircles ? { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` } : {};
  return (
    <Box>
      {hasCircles && (
        <Tabs
          value={tab}
          onChange={(_, chosen: typeof tab) => choose(chosen)}
          aria-label={t('circles.views')}
          sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
        >
          <Tab {...tabProps('details')} />
          <Tab {...tabProps('circles')} />
        </Tabs>
      )}
      {/* The form stays mounted while the tab of the circles is open, so that typed text stays. */}
      <Box hidden={tab !== 'details'} {...panelProps('details')}>
        <RecordForm defaultValues={{ apply_to_base: false }}>
          <StoredSubjectInputs />
        </RecordForm>
      </Box>
      {hasCircles && (
        <Box hidden={tab !== 'circles'} {...panelProps('circles')}>
          {tab === 'circles' && subject && <CircleBoard subject={subject} />}
        </Box>
      )}
    </Box>
  );
}

const readOnlyStyle = { '& .MuiOutlinedInput-root': { backgroundColor: 'action.hover' } } as const;

function StoredSubjectInputs() {
  const subject = useRecordContext<Subject>();
  const openDialog = useSubjectDialogs();
  const { has } = useServerFeatures();
  const { data: batches = [] } = useBatches();
  const programs = usePrograms();
  if (!subject) return null;
  const currentBatches = batches.filter(({ id }) => id === subject.batch_id);
  return (
    <SubjectInputs maxLevel={Math.max(commonMaxLevel(currentBatches, programs), subject.level)}>
      <TextField
        label={t('resources.subjects.fields.subject_code')}
        value={subject.subject_code}
        helperText={t('subjects.codeLocked')}
        sx={readOnlyStyle}
        slotProps={{ htmlInput: { readOnly: true, dir: 'auto', style: { textAlign: 'right' } } }}
      />
      <TextField
        label={t('subjects.currentBatch')}
        value={subject.batch_name ?? t('ui.notSpecified')}
        sx={readOnlyStyle}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      {has('applyToBase') && (
        <FormCheckbox<{ apply_to_base?: boolean }> name="apply_to_base" label={t('subjects.applyToBase')} />
      )}
      <Alert
        severity="info"
        sx={{
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          '& .MuiAlert-message': { flex: { xs: '1 1 75%', sm: 1 } },
        }}
        action={
          <Button onClick={() => openDialog('offerings', subject)}>{t('subjects.offerings.action')}</Button>
        }
      >
        {t('subjects.manageNote')}
      </Alert>
    </SubjectInputs>
  );
}
