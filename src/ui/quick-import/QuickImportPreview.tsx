import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../i18n/useText';
import { RowFigures } from '../report/RowFigures';
import { QuickImportRefused } from './QuickImportRefused';
import type { ImportRow } from './quickImportRows';
import { type ForExisting, rowsToWrite, sorted } from './quickImportWrites';

interface QuickImportPreviewProps {
  resource: string;
  rows: readonly ImportRow[];
  heading: ReactNode;
  /** Columns that fit no field. */
  ignored: readonly string[];
  onStart: (forExisting: ForExisting) => void;
  onCancel: () => void;
}

/** What would become of each row; nothing is written yet. */
export function QuickImportPreview({
  resource,
  heading,
  rows,
  ignored,
  onStart,
  onCancel,
}: QuickImportPreviewProps) {
  const t = useText();
  const [forExisting, setForExisting] = useState<ForExisting>('update');
  const { fresh, existing, refused } = sorted(rows);
  const count = rowsToWrite(rows, forExisting).length;
  return (
    <>
      <DialogContent>
        {heading}
        <Stack spacing={2}>
          <RowFigures
            figures={[
              [t('quickImport.toAdd'), fresh.length, 'success'],
              [t('quickImport.existing'), existing.length, 'info'],
              [t('quickImport.refused'), refused.length, 'error'],
            ]}
          />
          {existing.length > 0 && <ExistingChoice value={forExisting} onChange={setForExisting} />}
          {refused.length > 0 && (
            <QuickImportRefused resource={resource} rows={refused} title={t('quickImport.refusedBefore')} />
          )}
          {ignored.length > 0 && (
            <Typography variant="body2" color="text.secondary">
              {t('quickImport.ignoredColumns', { columns: ignored.join(t('quickImport.comma')) })}
            </Typography>
          )}
          {count === 0 && <Typography role="status">{t('quickImport.nothingToWrite')}</Typography>}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} autoFocus={count === 0}>
          {t('ui.cancel')}
        </Button>
        <Button
          variant="contained"
          onClick={() => onStart(forExisting)}
          disabled={count === 0}
          autoFocus={count > 0}
        >
          {t('quickImport.start', { smart_count: count })}
        </Button>
      </DialogActions>
    </>
  );
}

function ExistingChoice({ value, onChange }: { value: ForExisting; onChange: (value: ForExisting) => void }) {
  const t = useText();
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId}>{t('quickImport.forExisting')}</FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={value}
        onChange={(_, chosen) => onChange(chosen === 'skip' ? 'skip' : 'update')}
      >
        <FormControlLabel
          value="update"
          control={<Radio />}
          label={
            <>
              {t('quickImport.update')}
              <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                {t('quickImport.updateHint')}
              </Typography>
            </>
          }
        />
        <FormControlLabel value="skip" control={<Radio />} label={t('quickImport.skip')} />
      </RadioGroup>
    </FormControl>
  );
}
