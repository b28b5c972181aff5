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
  ask: () => RemoteImportWorker;
  type: ImportType;
  sheet: number;
  /** Set if there are several sheets. */
  sheetName?: string | null;
  /** The name of the file without its extension. */
  name: string;
  /** Changes if rows may have become valid or invalid elsewhere. */
  revision: number;
  /** `rightRows`: the rows that were corrected here so far. */
  onCorrected: (rightRows: number[]) => void;
}

const pageSize = 20;

/** Refused rows by line, to correct here or to download as a file. */
export function WrongRows({ ask, type, sheet, sheetName, name, revision, onCorrected }: WrongRowsProps) {
  const titleId = useId();
  const [rows, setRows] = useState<SheetRow[]>([]);
  const [shown, setShown] = useState(pageSize);
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const [found, { invalid: wrong }] = await Promise.all([
        ask().wrongRows(sheet, 0, shown),
        ask().summary(sheet),
      ]);
      if (isGone) return;
      setRows((before) => mergeRows(before, found));
      setCount(wrong);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [ask, sheet, shown, revision]);

  const correct = async (row: SheetRow, values: Record<string, string>) => {
    const checked = await ask().correct(sheet, row.index, values);
    const next = rows.map((one) => (one.index === row.index ? checked : one));
    setRows(next);
    setCount((await ask().summary(sheet)).invalid);
    onCorrected(next.filter(({ notes }) => notes.length === 0).map(({ index }) => index));
  };
  const take = async () => {
    const titles = { line: t('imports.lineTitle'), reason: t('imports.reasonTitle') };
    download(await ask().wrongFile(sheet, titles), `${t('imports.wrongFileName', { name })}.csv`);
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
          <Button size="small" startIcon={<Download />} onClick={() => void take()}>
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
        <Button sx={{ mt: 1 }} onClick={() => setShown((most) => most + pageSize)}>
          {t('imports.showMore')}
        </Button>
      )}
    </Box>
  );
}

/** Corrected rows stay visible. */
function mergeRows(before: readonly SheetRow[], found: readonly SheetRow[]): SheetRow[] {
  const known = new Set(found.map(({ index }) => index));
  const right = before.filter(({ index, notes }) => notes.length === 0 && !known.has(index));
  return [...found, ...right].toSorted((one, other) => one.index - other.index);
}

interface WrongRowProps {
  type: ImportType;
  row: SheetRow;
  onCorrect: (values: Record<string, string>) => Promise<void>;
}

function WrongRow({ type, row, onCorrect }: WrongRowProps) {
  const [values, setValues] = useState<Record<string, string> | null>(null);
  const { line, notes, record } = row;
  const named = notes.flatMap(({ field }) => (field !== null && field in record ? [field] : []));
  const fields = named.length > 0 ? [...new Set(named)] : Object.keys(record);
  const isRight = notes.length === 0;
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' }, display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <SecondaryText className="figure" sx={{ minWidth: '4.5rem' }}>
          {t('imports.line', { line })}
        </SecondaryText>
        <Box sx={{ flex: 1, minWidth: '12rem' }}>
          {isRight && (
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
        {values === null && !isRight && (
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
