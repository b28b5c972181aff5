import type { Batch } from '../../../../contract/batches';
import { useText } from '../../../i18n/useText';
import { RecordPicker } from '../../../ui/form/RecordPicker';

interface BatchFieldProps {
  batch: Batch | null;
  /** What no batch is called. */
  placeholder: string;
  isDisabled?: boolean;
  onChange: (batch: Batch | null) => void;
}

/** One batch, for a dialog. */
export function BatchField({ batch, placeholder, isDisabled = false, onChange }: BatchFieldProps) {
  const t = useText();
  return (
    <RecordPicker<Batch>
      resource="batches"
      label={t('teaching.batch')}
      placeholder={placeholder}
      optionText={({ batch_name }) => batch_name}
      value={batch?.id ?? null}
      knownText={batch?.batch_name ?? null}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
}
