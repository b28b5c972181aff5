import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Download from '@mui/icons-material/Download';
import { Box, Button, TextField, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import type { SheetRow } from '../../features/import/SheetWork';
import { t } from '../../i18n/text';
import { Form } from '../../ui/form/Form';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { download } from '../../ui/report/excelFile';
import { fieldName } from './fields';
import type { RemoteImportWorker } from './useImportWorker';

interface WrongRowsProps {
  getWorker: () => RemoteImportWorker;
  type: ImportType;
  sheet: number;
  sheetName?: string | null;
  /** File name without extension. */
  name: string;
  /** Changes when another component may have changed which rows are valid. */
  revision: number;
  /** @param correctedRows indexes of all rows that the user has corrected here */
  onCorrected: (correctedRows: number[]) => void;
}

const pageSize = 20;

export function WrongRows({
  getWorker,
  type,
  sheet,
  sheetName,
  name,
  revision,
  onCorrected,
}: WrongRowsProps) {
  const titleId = useId();
  const [rows, setRows] = useState<SheetRow[]>([]);
  const [limit, setLimit] = useState(pageSize);
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isCancelled = false;
    const load = async () => {
      const [loadedRows, { invalid }] = await Promise.all([
        getWorker().wrongRows(sheet, 0, limit),
        getWorker().summary(sheet),
      ]);
      if (isCancelled) return;
      setRows((current) => mergeRows(current, loadedRows));
      setCount(invalid);
    };
    void load();
    return () => {
      isCancelled = true;
    };
  }, [getWorker, sheet, limit, revision]);

  const correct = async (row: SheetRow, values: Record<string, string>) => {
    const checkedRow = await getWorker().correct(sheet, row.index, values);
    const next = rows.map((current) => (current.index === row.index ? checkedRow : current));
    setRows(next);
    setCount((await getWorker().summary(sheet)).invalid);
    onCorrected(next.filter(({ notes }) => notes.length === 0).map(({ index }) => index));
  };
  const downloadRows = async () => {
    const titles = { line: t('imports.lineTitle'), reason: t('imports.reasonTitle') };
    download(await getWorker().wrongFile(sheet, titles), `${t('imports.wrongFileName', { name })}.csv`);
  };
  if (rows.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1, flexWrap: 'wrap' }}>
        <Typography id={titleId} variant="h3" sx={{ flex: 1 }}>
          {sheetName ? t('imports.wrongTitleOf', { sheet: sheetName }) : t('imports.wrongTitle')}{' '}
          <Isolated>{count}</Isolated>
        </Typography>
        {count > 0 && (
          <Button size="small" startIcon={<Download />} onClick={() => void downloadRows()}>
            {t('imports.downloadWrong')}
          </Button>
        )}
      </Box>
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: 1.5 }}
      >
        {rows.map((row) => (
          <WrongRow key={row.index} type={type} row={row} onCorrect={(values) => correct(row, values)} />
        ))}
      </Box>
      {count > rows.length && (
        <Button sx={{ mt: 1 }} onClick={() => setLimit((current) => current + pageSize)}>
          {t('imports.showMore')}
        </Button>
      )}
    </Box>
  );
}

/** Corrected rows stay visible. */
function mergeRows(current: readonly SheetRow[], loaded: readonly SheetRow[]): SheetRow[] {
  const loadedIndexes = new Set(loaded.map(({ index }) => index));
  const correctedRows = current.filter(({ index, notes }) => notes.length === 0 && !loadedIndexes.has(index));
  return [...loaded, ...correctedRows].toSorted((first, second) => first.index - second.index);
}

interface WrongRowProps {
  type: ImportType;
  row: SheetRow;
  onCorrect: (values: Record<string, string>) => Promise<void>;
}

function WrongRow({ type, row, onCorrect }: WrongRowProps) {
  const [values, setValues] = useState<Record<string, string> | null>(null);
  const { line, notes, record } = row;
  const noteFields = notes.flatMap(({ field }) => (field !== null && field in record ? [field] : []));
  const fields = noteFields.length > 0 ? [...new Set(noteFields)] : Object.keys(record);
  const isValid = notes.length === 0;
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' }, display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <SecondaryText className="figure" sx={{ minWidth: '4.5rem' }}>
          {t('imports.line', { line })}
          {/* A line with columns of subjects has a record for each subject. */}
          {type === 'grades' && record['subject_code'] && (
            <bdi style={{ display: 'block' }}>{record['subject_code']}</bdi>
          )}
        </SecondaryText>
        <Box sx={{ flex: 1, minWidth: '12rem' }}>
          {isValid && (
            <Typography variant="body2" sx={{ color: 'success.main', display: 'flex', gap: 0.5 }}>
              <CheckCircle aria-hidden fontSize="small" /> {t('imports.corrected')}
            </Typography>
          )}
          {notes.map(({ message }) => (
            <Typography key={message} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {message}
            </Typography>
          ))}
        </Box>
        {values === null && !isValid && (
          <Button
            size="small"
            aria-label={t('imports.correctLine', { line })}
            onClick={() => setValues(Object.fromEntries(fields.map((field) => [field, record[field] ?? ''])))}
          >
            {t('imports.correct')}
          </Button>
        )}
      </Box>
      {values && (
        <Form
          onSubmit={() => void onCorrect(values).then(() => setValues(null))}
          sx={{ display: 'grid', gap: 1, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, pt: 1 }}
        >
          {Object.keys(values).map((field, index) => (
            <TextField
              key={field}
              label={fieldName(type, field)}
              value={values[field]}
              autoFocus={index === 0}
              onChange={(event) => setValues({ ...values, [field]: event.target.value })}
              slotProps={{ htmlInput: { dir: 'auto' } }}
            />
          ))}
          <Box sx={{ display: 'flex', gap: 1, gridColumn: '1 / -1' }}>
            <Button type="submit" variant="outlined">
              {t('imports.check')}
            </Button>
            <Button onClick={() => setValues(null)}>{t('ui.cancel')}</Button>
          </Box>
        </Form>
      )}
    </Box>
  );
}
