import { useSaveContext } from 'react-admin';
import { StaleDialog, type StaleField } from './StaleDialog';
import type { StaleSave } from './useSaveOutcome';

interface StaleSaveDialogProps {
  stale: StaleSave | null;
  fields: readonly StaleField[];
  onClose: () => void;
}

/** Inside `EditBase`: lets the person choose, then saves again, from the version that is stored now. */
export function StaleSaveDialog({ stale, fields, onClose }: StaleSaveDialogProps) {
  const { save, saving } = useSaveContext();
  if (!stale || !save) return null;
  return (
    <StaleDialog
      {...stale}
      key={String(stale.theirs['version'])}
      fields={fields}
      isSaving={saving}
      onResolve={(values) => void save(values)}
      onClose={onClose}
    />
  );
}
