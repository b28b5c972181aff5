import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useText } from '../../i18n/useText';
import { BothDates } from '../../ui/page/BothDates';
import { isDay, type problemsOf, type TermRow } from './settingsModel';
import { useTermProblem } from './useTermProblem';

interface TermLineProps {
  /** From 0. */
  place: number;
  term: TermRow;
  problems: ReturnType<typeof problemsOf>;
  /** What the server said of its fields. */
  ofServer: Partial<Record<keyof TermRow, { message?: string }>> | undefined;
  /** The form was sent: what is missing is said too. */
  isChecked: boolean;
  /** Just added: it is typed into next. */
  isNew: boolean;
  isCurrent: boolean;
  onChange: (term: TermRow) => void;
  onRemove: () => void;
}

export function TermLine(props: TermLineProps) {
  const { place, term, isNew, isCurrent, onChange, onRemove } = props;
  const t = useText();
  const problemOf = useTermProblem(props);
  const title = t('settings.term', { number: place + 1 });
  const remove = t('settings.removeTerm', { name: term.name || title });
  const day = (name: 'start_date' | 'end_date', label: string) => (
    <TextField
      type="date"
      label={label}
      value={term[name]}
      required
      onChange={({ target }) => onChange({ ...term, [name]: target.value })}
      error={problemOf(name) !== ''}
      helperText={problemOf(name) || (isDay(term[name]) && <BothDates value={term[name]} />)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '2999-12-31' } }}
    />
  );
  return (
    <Box
      role="group"
      aria-label={title}
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1.4fr) 1fr 1fr auto' },
        pb: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
        <TextField
          label={t('settings.termName')}
          value={term.name}
          required
          autoFocus={isNew}
          onChange={({ target }) => onChange({ ...term, name: target.value })}
          error={problemOf('name') !== ''}
          helperText={problemOf('name')}
          slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
        />
        {isCurrent && (
          <Chip size="small" color="primary" variant="outlined" label={t('settings.currentTerm')} />
        )}
      </Box>
      <Tooltip title={remove}>
        <IconButton aria-label={remove} onClick={onRemove} sx={{ order: { sm: 1 } }}>
          <Delete />
        </IconButton>
      </Tooltip>
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        {day('start_date', t('settings.termStart'))}
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>{day('end_date', t('settings.termEnd'))}</Box>
    </Box>
  );
}
