import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { Problem, problemSentence } from '../../ui/import/Problem';
import { ColumnMatching, HeaderChoice } from './ColumnMatching';
import type { ImportFlow } from './useImportFlow';

/** Which column of the file is which field: matched by itself, changed by hand. */
export function MappingStep({ type, flow }: { type: ImportType; flow: ImportFlow }) {
  const t = useText();
  const { mapping, sheet, source, isChecking } = flow;
  const matched = mapping.fields.filter((field) => field !== null).length;
  const chosen = source.sheets[mapping.at];
  const name = (at: number) => source.sheets[at]?.name || t('imports.sheetNumber', { number: at + 1 });
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <Problem sentences={source.problem} />
          {source.sheets.length > 1 && (
            <TextField
              select
              label={t('imports.sheet')}
              value={mapping.at}
              onChange={(event) => flow.chooseSheet(Number(event.target.value))}
            >
              {source.sheets.map((one, at) => (
                <MenuItem key={one.position} value={at}>
                  {name(at)}
                </MenuItem>
              ))}
            </TextField>
          )}
          {chosen && 'problem' in chosen && <Problem sentences={[problemSentence(t, chosen.problem)]} />}
          {sheet && (
            <>
              <HeaderChoice sheet={sheet} onChange={flow.chooseHeader} />
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
                <Typography sx={{ flex: 1, minWidth: '14rem' }} color="text.secondary">
                  {mapping.isRemembered
                    ? t('imports.remembered')
                    : t('imports.matched', { matched, columns: sheet.header.length })}
                </Typography>
                <Button size="small" onClick={flow.matchAgain}>
                  {t('imports.matchAgain')}
                </Button>
              </Box>
              {matched === 0 && <Alert severity="warning">{t('imports.noneMatched')}</Alert>}
              <ColumnMatching type={type} sheet={sheet} fields={mapping.fields} onField={flow.setField} />
            </>
          )}
          {isChecking && <LinearProgress aria-label={t('imports.checking')} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={flow.back}>{t('imports.back')}</Button>
        <Button
          variant="contained"
          disabled={!sheet || matched === 0 || isChecking}
          onClick={() => void flow.check()}
          autoFocus
        >
          {t(isChecking ? 'imports.checking' : 'imports.next')}
        </Button>
      </DialogActions>
    </>
  );
}
