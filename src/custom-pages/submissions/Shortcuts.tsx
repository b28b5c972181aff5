import Keyboard from '@mui/icons-material/KeyboardOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type PlainTextKey, useText } from '../../i18n/useText';

const shortcuts: readonly (readonly [keys: string, act: PlainTextKey])[] = [
  ['Enter', 'submissions.shortcutSave'],
  ['Ctrl+Enter', 'submissions.shortcutSaveFeedback'],
  ['Esc', 'submissions.shortcutClose'],
  ['Alt+↑ ↓', 'submissions.shortcutAnswers'],
];
/** Where the server names the neighbours. */
const betweenStudents: typeof shortcuts = [
  ['Alt+PgUp PgDn', 'submissions.shortcutStudents'],
  ['Alt+Enter', 'submissions.shortcutUngraded'],
];

/** What the keyboard does here; not where there is none. */
export function Shortcuts({ hasNeighbours }: { hasNeighbours: boolean }) {
  const t = useText();
  const shown = hasNeighbours ? [...shortcuts, ...betweenStudents] : shortcuts;
  return (
    <Box
      component="section"
      aria-labelledby="shortcuts-title"
      sx={{ display: { xs: 'none', sm: 'block' } }}
      className="no-print"
    >
      <Typography
        id="shortcuts-title"
        variant="body2"
        component="h2"
        color="text.secondary"
        sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 0.5 }}
      >
        <Keyboard aria-hidden fontSize="small" />
        {t('submissions.shortcuts')}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
        {shown.map(([keys, act]) => (
          <Box key={keys} sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
            <Typography component="dt" variant="caption">
              <kbd dir="ltr">{keys}</kbd>
            </Typography>
            <Typography component="dd" variant="caption" color="text.secondary" sx={{ m: 0 }}>
              {t(act)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
