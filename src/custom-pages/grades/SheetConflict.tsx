import Box from '@mui/material/Box';
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
import { useId, useState } from 'react';
import { markIn } from '../../../contract/rules/grading';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import type { Clash } from './sheetMerge';
import { columnName } from './useMarkProblem';
import type { GradeSheet } from './useGradeSheet';

type Side = 'mine' | 'theirs';
const keyOf = ({ studentId, column }: Clash) => `${column} ${studentId}`;

/** Two people wrote into one cell: both marks of each such cell, and a choice for each. */
export function SheetConflict({ sheet }: { sheet: GradeSheet }) {
  const { clashes, settle, postpone } = sheet;
  if (clashes.length === 0) return null;
  return (
    <Choices
      key={clashes.map((clash) => `${keyOf(clash)}=${clash.theirs}`).join()}
      sheet={sheet}
      onSettle={(chosen) => settle(clashes.filter((clash) => chosen[keyOf(clash)] === 'theirs'))}
      onClose={postpone}
    />
  );
}

interface ChoicesProps {
  sheet: GradeSheet;
  onSettle: (chosen: Record<string, Side>) => void;
  onClose: () => void;
}

function Choices({ sheet: { clashes, settings, isSaving }, onSettle, onClose }: ChoicesProps) {
  const t = useText();
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const chooseAll = (side: Side) =>
    setChosen(Object.fromEntries(clashes.map((clash) => [keyOf(clash), side])));
  return (
    <FormDialog isOpen title={t('grades.conflictTitle')} onClose={onClose}>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{t('grades.conflictText')}</Typography>
        {clashes.length > 1 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
            <Button variant="outlined" onClick={() => chooseAll('mine')}>
              {t('grades.allMine')}
            </Button>
            <Button variant="outlined" onClick={() => chooseAll('theirs')}>
              {t('grades.allTheirs')}
            </Button>
          </Box>
        )}
        <Stack spacing={2}>
          {clashes.map((clash) => (
            <CellChoice
              key={keyOf(clash)}
              label={t('grades.markOf', {
                column: columnName(settings, clash.column),
                student: clash.studentName,
              })}
              clash={clash}
              side={chosen[keyOf(clash)] ?? 'mine'}
              onChoose={(side) => setChosen({ ...chosen, [keyOf(clash)]: side })}
            />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="contained" onClick={() => onSettle(chosen)} disabled={isSaving}>
          {t('grades.keepChosen')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

interface CellChoiceProps {
  label: string;
  clash: Clash;
  side: Side;
  onChoose: (side: Side) => void;
}

function CellChoice({ label, clash, side, onChoose }: CellChoiceProps) {
  const t = useText();
  const labelId = useId();
  const option = (value: Side) => (
    <FormControlLabel
      value={value}
      control={<Radio />}
      label={
        <>
          {t(`ui.${value}`)}: <bdi className="figure">{shown(clash[value]) || t('ui.empty')}</bdi>
        </>
      }
    />
  );
  return (
    <FormControl>
      <FormLabel id={labelId}>{label}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        value={side}
        onChange={(_, value) => onChoose(value === 'theirs' ? 'theirs' : 'mine')}
        sx={{ columnGap: 2 }}
      >
        {option('mine')}
        {option('theirs')}
      </RadioGroup>
    </FormControl>
  );
}

/** In the figures of the other side, whatever digits were typed. */
function shown(text: string): string {
  const mark = markIn(text);
  return mark === null || Number.isNaN(mark) ? text : String(mark);
}
