import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { ErrorChoice } from './ErrorChoice';
import { PreviewFigures } from './PreviewFigures';
import { PreviewNotes, Warnings } from './PreviewNotes';
import type { CheckSummary } from './reading/work';
import { SampleRows } from './SampleRows';
import { unfilledFields } from './unfilled';
import { UnfilledQuestion } from './UnfilledQuestion';
import { useComparison } from './useComparison';
import type { ImportFlow } from './useImportFlow';
import { WrongRows } from './WrongRows';

interface PreviewStepProps {
  type: ImportType;
  flow: ImportFlow;
  summary: CheckSummary;
}

/** What would become of the file; nothing is written yet. */
export function PreviewStep({ type, flow, summary }: PreviewStepProps) {
  const t = useText();
  const { mapping, sheet, ask, source } = flow;
  const [revision, setRevision] = useState(0);
  const [isStopping, setIsStopping] = useState(!flow.isOnline);
  const reread = () => void flow.reread();
  const comparison = useComparison(ask, { sheet: mapping.at, type, revision }, reread);
  const [isAccepted, setIsAccepted] = useState(false);
  // Rows of records that are there already leave them as they are.
  const isAllStored = comparison.state === 'done' && comparison.fresh === 0;
  const unfilled = isAllStored ? [] : unfilledFields(type, mapping.fields);
  const isAnswered = unfilled.length === 0 || isAccepted;
  const fields = mapping.fields.filter((field) => field !== null);
  const ignored = (sheet?.header ?? []).filter(
    (title, at) => mapping.fields[at] === null && title.trim() !== '',
  );
  const fitting = summary.total - summary.wrongHere;
  return (
    <>
      <DialogContent>
        <Stack spacing={2.5}>
          <PreviewFigures summary={summary} comparison={comparison} />
          {fitting === 0 && <Alert severity="error">{t('imports.problems.noRows')}</Alert>}
          {/* Beside the figures, and not below rows of which there may be many. */}
          <ErrorChoice isStopping={isStopping} firstWrong={summary.firstWrong} onChange={setIsStopping} />
          {unfilled.length > 0 && (
            <UnfilledQuestion
              type={type}
              unfilled={unfilled}
              isAccepted={isAccepted}
              onAccept={setIsAccepted}
            />
          )}
          <PreviewNotes type={type} summary={summary} ignored={ignored} />
          <Warnings warnings={comparison.warnings} count={comparison.warningCount} />
          <SampleRows type={type} rows={summary.sample} fields={fields} />
          <WrongRows
            ask={ask}
            type={type}
            sheet={mapping.at}
            name={source.name.replace(/\.\w+$/, '')}
            revision={summary.wrong}
            onCorrected={() => {
              flow.noteCorrection();
              reread();
              setRevision((last) => last + 1);
            }}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={flow.back}>{t('imports.back')}</Button>
        <Button
          variant="contained"
          disabled={fitting === 0 || !isAnswered}
          onClick={() => void flow.start({ kind: isStopping ? 'stop' : 'good' })}
        >
          {t('imports.start', { smart_count: isStopping ? summary.beforeWrong : fitting })}
        </Button>
      </DialogActions>
    </>
  );
}
