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
import { changeOf, lastLevel, levelName } from './subjectModel';

export default function SubjectEdit() {
  const redirect = useRedirect();
  const { mutationOptions, stale, dropStale } = useSaveOutcome({
    successKey: 'subjects.updated',
    failureKey: 'subjects.saveFailed',
  });
  // A choice of the person that is not stored: it must survive the dialog about both values.
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
            <SubjectViews />
          </EditContent>
        </Page>
      </SubjectDialogs>
      <StaleSaveDialog stale={kept} fields={fields} onClose={dropStale} />
    </EditBase>
  );
}

/** Tabs: the details of the offering, and its circles, which are saved separately. The tab is in the address. */
function SubjectViews() {
  const subject = useRecordContext<Subject>();
  const hasCircles = useServerFeatures().has('circles');
  const [address, change] = useAddress();
  const tab = hasCircles && address.get('tab') === 'circles' ? 'circles' : 'details';
  const choose = (chosen: typeof tab) =>
    change((after) => (chosen === 'details' ? after.delete('tab') : after.set('tab', chosen)));
  const tabOf = (name: typeof tab) => ({
    value: name,
    id: `tab-${name}`,
    'aria-controls': `panel-${name}`,
    label: t(name === 'details' ? 'circles.details' : 'circles.tab'),
  });
  const panelOf = (name: typeof tab) =>
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
          <Tab {...tabOf('details')} />
          <Tab {...tabOf('circles')} />
        </Tabs>
      )}
      {/* Stays mounted while the circles are shown, so that typed text is kept. */}
      <Box hidden={tab !== 'details'} {...panelOf('details')}>
        <RecordForm defaultValues={{ apply_to_base: false }}>
          <StoredSubjectInputs />
        </RecordForm>
      </Box>
      {hasCircles && (
        <Box hidden={tab !== 'circles'} {...panelOf('circles')}>
          {tab === 'circles' && subject && <CircleBoard subject={subject} />}
        </Box>
      )}
    </Box>
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
      {has('applyToBase') && (
        <FormCheckbox<{ apply_to_base?: boolean }> name="apply_to_base" label={t('subjects.applyToBase')} />
      )}
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
