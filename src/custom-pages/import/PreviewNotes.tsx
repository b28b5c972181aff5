import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { fieldName } from './fieldNames';
import type { CheckSummary } from './reading/work';
import type { LineNote } from './sending/answers';

interface PreviewNotesProps {
  type: ImportType;
  summary: CheckSummary;
  /** Headers of columns that are not imported. */
  ignored: readonly string[];
}

/** What becomes of the file besides its rows: shares, columns that are not kept, columns that are left out. */
export function PreviewNotes({ type, summary, ignored }: PreviewNotesProps) {
  const t = useText();
  const joined = (words: readonly string[]) => ({ columns: words.join(t('imports.comma')) });
  return (
    <>
      {summary.isSplit && <Alert severity="info">{t('imports.splitNote')}</Alert>}
      {summary.notStored.length > 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('imports.notStored', joined(summary.notStored.map((field) => fieldName(type, field))))}
        </Typography>
      )}
      {ignored.length > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('imports.ignored', joined(ignored))}
        </Typography>
      )}
    </>
  );
}

const maxShown = 5;

/** What is imported and deserves a look. */
export function Warnings({ warnings, count }: { warnings: readonly LineNote[]; count: number }) {
  const t = useText();
  if (count === 0) return null;
  return (
    <Alert severity="warning">
      {t('imports.warnings', { smart_count: count })}
      <Box component="ul" sx={{ m: 0, ps: 2.5 }}>
        {warnings.slice(0, maxShown).map(({ index, line, message }) => (
          <li key={`${index}-${message}`}>{t('importsEnd.errorLine', { line, message })}</li>
        ))}
      </Box>
    </Alert>
  );
}
