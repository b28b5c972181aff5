import {
  Box,
  DialogContent,
  LinearProgress,
  Stack,
  Step,
  StepLabel,
  Stepper,
  Typography,
} from '@mui/material';
import { useEffect, useRef } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { Problem } from '../../features/import/Problem';
import { importFiles } from '../../features/import/sheet';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { hasChoices } from './importChanges';
import { MappingStep } from './MappingStep';
import { PreviewStep } from './PreviewStep';
import { RunDialog } from './RunDialog';
import { FileDrop, LinkForm } from './SourceFields';
import { type FlowStep, type ImportFlow, useImportFlow } from './useImportFlow';

interface ImportDialogProps {
  type: ImportType;
  isOnline: boolean;
  /** This file opens at once; null if the user dropped no file on the page. */
  file: File | null;
  onClose: () => void;
}

export function ImportDialog({ type, isOnline, file, onClose }: ImportDialogProps) {
  const flow = useImportFlow(type, isOnline);
  const { step, summary } = flow;
  const hasOpenedFile = useRef(false);
  useEffect(() => {
    if (!file || hasOpenedFile.current) return;
    hasOpenedFile.current = true;
    void flow.openFile(file);
  }, [file, flow]);
  return (
    <RunDialog
      title={t('imports.dialogTitle', { type: t(`imports.types.${type}`) })}
      runs={flow.runs}
      getWorker={flow.getWorker}
      isDirty={flow.isCorrected || (step === 'preview' && hasChoices(flow.review))}
      hasManySheets={false}
      missing={flow.missing}
      onRestart={flow.restart}
      onClose={onClose}
      header={<Steps step={step} />}
    >
      {step === 'upload' && <UploadStep flow={flow} />}
      {step === 'mapping' && <MappingStep type={type} flow={flow} />}
      {step === 'preview' && summary && <PreviewStep type={type} flow={flow} summary={summary} />}
    </RunDialog>
  );
}

const steps: readonly FlowStep[] = ['upload', 'mapping', 'preview', 'importing'];

function Steps({ step }: { step: FlowStep }) {
  const isPhone = useIsPhone();
  const stepIndex = steps.indexOf(step);
  if (isPhone)
    return (
      <SecondaryText sx={{ px: 3, pb: 1 }}>
        {t('imports.stepOf', { step: stepIndex + 1, steps: steps.length, name: t(`imports.steps.${step}`) })}
      </SecondaryText>
    );
  return (
    <Box sx={{ px: 3, pb: 2 }}>
      <Stepper activeStep={stepIndex}>
        {steps.map((stepName) => (
          <Step key={stepName}>
            <StepLabel {...(stepName === step ? { 'aria-current': 'step' as const } : {})}>
              {t(`imports.steps.${stepName}`)}
            </StepLabel>
          </Step>
        ))}
      </Stepper>
    </Box>
  );
}

function UploadStep({ flow }: { flow: ImportFlow }) {
  const { name, problem, needsFile } = flow.source;
  const busy = flow.source.busy ?? (flow.isMatching ? 'reading' : null);
  return (
    <DialogContent>
      <Stack spacing={2}>
        <Problem messages={problem} />
        {flow.isOnline && (
          <>
            <Typography color="text.secondary">{t('imports.linkText')}</Typography>
            <LinkForm
              action={t('imports.fetch')}
              isBusy={busy !== null}
              onLink={(link) => void flow.openLink(link)}
            />
          </>
        )}
        {(!flow.isOnline || needsFile) && (
          <FileDrop
            title={t(needsFile ? 'imports.uploadCsv' : 'imports.fileText')}
            text={t('imports.accepts', { most: importFiles.megabytes })}
            isDisabled={busy !== null}
            onFile={(file) => void flow.openFile(file)}
          />
        )}
        {busy && (
          <div>
            <Typography role="status" variant="body2" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
              {t(busy === 'reading' ? 'imports.reading' : 'imports.fetching')} <bdi>{name}</bdi>
            </Typography>
            <LinearProgress aria-label={t(busy === 'reading' ? 'imports.reading' : 'imports.fetching')} />
          </div>
        )}
      </Stack>
    </DialogContent>
  );
}
