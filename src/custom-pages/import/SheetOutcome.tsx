import Alert from '@mui/material/Alert';
import { useText } from '../../i18n/useText';
import type { PartProgress } from './sending/runState';

/** Which sheets were imported and which were not, by name; spec 2 §8. */
export function SheetOutcome({ parts }: { parts: readonly PartProgress[] }) {
  const t = useText();
  const names = (state: PartProgress['state']) =>
    parts
      .filter((part) => part.state === state)
      .map(({ name, type }) => name ?? t(`imports.types.${type}`))
      .join(t('imports.comma'));
  const [done, failed] = [names('success'), names('error')];
  return (
    <>
      {done !== '' && <Alert severity="success">{t('importsEnd.importedSheets', { names: done })}</Alert>}
      {failed !== '' && <Alert severity="error">{t('importsEnd.failedSheets', { names: failed })}</Alert>}
    </>
  );
}
