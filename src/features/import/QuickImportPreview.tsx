import { Box, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { t, textOr } from '../../i18n/text';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { SecondaryText } from '../../ui/page/SecondaryText';
import type { RowNote } from './SheetWork';
import { RowStats } from './RowStats';
import { type ExistingRecordsMode, type ParsedFile, listRowsToWrite, sortRows } from './quickImport';

interface QuickImportPreviewProps {
  parsedFile: ParsedFile;
  heading: ReactNode;
  onStart: (forExisting: ExistingRecordsMode) => void;
  onCancel: () => void;
}

export function QuickImportPreview({ parsedFile, heading, onStart, onCancel }: QuickImportPreviewProps) {
  const [forExisting, setForExisting] = useState<ExistingRecordsMode>('update');
  const { ignoredHeaders } = parsedFile;
  const { fresh, existing, refused } = sortRows(parsedFile);
  const count = listRowsToWrite(parsedFile, forExisting).length;
  return (
    <>
      <DialogContent>
        {heading}
        <Stack spacing={2}>
          <RowStats
            figures={[
              [t('imports.figures.fresh'), fresh.length, 'success'],
              [t('quickImport.existing'), existing.length, 'info'],
              [t('imports.figures.wrong'), refused, 'error'],
            ]}
          />
          {existing.length > 0 && (
            <RadioChoice
              label={t('quickImport.forExisting')}
              value={forExisting}
              choices={[
                { value: 'update', name: t('quickImport.update'), hint: t('quickImport.updateHint') },
                { value: 'skip', name: t('quickImport.skip') },
              ]}
              onChange={setForExisting}
            />
          )}
          <RefusedRows parsedFile={parsedFile} title={t('quickImport.refusedBefore')} />
          {ignoredHeaders.length > 0 && (
            <SecondaryText>
              {t('imports.ignored', { columns: ignoredHeaders.join(t('ui.comma')) })}
            </SecondaryText>
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
          {t('imports.start', { smart_count: count })}
        </Button>
      </DialogActions>
    </>
  );
}

/** Rendering thousands of rows would block the page. */
const maxVisibleRows = 200;

export function RefusedRows({ parsedFile, title }: { parsedFile: ParsedFile; title: string }) {
  const titleId = useId();
  const rows = parsedFile.work.invalidRows(0, maxVisibleRows);
  const hiddenCount = parsedFile.work.summary().invalid - rows.length;
  if (rows.length === 0) return null;
  const describeNote = ({ field, message }: RowNote) =>
    field === null
      ? message
      : `${textOr(`resources.${parsedFile.resource}.fields.${field}`, field)}: ${message}`;
  return (
    <div>
      <Typography id={titleId} sx={{ mb: 1, fontWeight: 600 }}>
        {title}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={titleId}
        tabIndex={0}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          maxHeight: { xs: '45vh', sm: 240 },
          overflowY: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
        }}
      >
        {rows.map(({ line, notes }) => (
          <Box
            component="li"
            key={line}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'auto minmax(0, 1fr)',
              gap: 1,
              px: 2,
              py: 1,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <SecondaryText className="figure" sx={{ minWidth: '4.5rem' }}>
              {t('imports.line', { line })}
            </SecondaryText>
            <div>
              {notes.map((note) => (
                <Typography key={describeNote(note)} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {describeNote(note)}
                </Typography>
              ))}
            </div>
          </Box>
        ))}
      </Box>
      {hiddenCount > 0 && (
        <SecondaryText sx={{ mt: 1 }}>
          {t('quickImport.moreRefused', { smart_count: hiddenCount })}
        </SecondaryText>
      )}
    </div>
  );
}
