import { useEffect, useRef, useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { MappingStep } from './MappingStep';
import { PreviewStep } from './PreviewStep';
import { RunStep } from './RunStep';
import { Steps } from './Steps';
import { UploadStep } from './UploadStep';
import { useImportFlow } from './useImportFlow';

interface ImportDialogProps {
  type: ImportType;
  isOnline: boolean;
  /** One that was dropped on the page. */
  file: File | null;
  onClose: () => void;
}

/** Upload, mapping, preview, import: one type from one file or link. */
export function ImportDialog({ type, isOnline, file, onClose }: ImportDialogProps) {
  const t = useText();
  const flow = useImportFlow(type, isOnline);
  const { step, summary, run } = flow;
  const begun = useRef(false);
  const [isUnsent, setIsUnsent] = useState(false);
  useEffect(() => {
    if (!file || begun.current) return;
    begun.current = true;
    void flow.openFile(file);
  }, [file, flow]);
  return (
    <FormDialog
      isOpen
      title={t('imports.dialogTitle', { type: t(`imports.types.${type}`) })}
      isDirty={flow.isCorrected || isUnsent}
      // While it imports, closing is cancelling: the summary follows.
      onClose={() => (run && run.state().phase !== 'ended' ? run.cancel() : onClose())}
      maxWidth="md"
    >
      <Steps step={step} />
      {step === 'upload' && <UploadStep flow={flow} />}
      {step === 'mapping' && <MappingStep type={type} flow={flow} />}
      {step === 'preview' && summary && <PreviewStep type={type} flow={flow} summary={summary} />}
      {step === 'importing' && run && (
        <RunStep key={run.saved.round} flow={flow} run={run} onUnsent={setIsUnsent} onClose={onClose} />
      )}
    </FormDialog>
  );
}
