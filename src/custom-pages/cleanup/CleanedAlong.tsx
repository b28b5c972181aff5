import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CleanupCard } from '../../../contract/cleanup';
import { useText } from '../../i18n/useText';

const named = ['batches', 'subjects', 'students', 'grades', 'absences', 'daily_records'] as const;

/** What hangs on the records of a kind and goes with them. */
export function CleanedAlong({ card: { target, dependents } }: { card: CleanupCard }) {
  const t = useText();
  const known = named.filter((table) => (dependents[table] ?? 0) > 0);
  const others = Object.entries(dependents)
    .filter(([table]) => !(named as readonly string[]).includes(table))
    .reduce((sum, [, count]) => sum + count, 0);
  const lines = [
    ...known.map((table) => ({
      key: table,
      text: t(`counted.${table}`, { smart_count: dependents[table] ?? 0 }),
    })),
    ...(others > 0 ? [{ key: 'others', text: t('cleanup.others', { smart_count: others }) }] : []),
  ];
  return (
    <Box>
      <Typography color="text.secondary">
        {t(lines.length > 0 ? 'cleanup.along' : 'cleanup.alone')}
      </Typography>
      {lines.length > 0 && (
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 3 }}>
          {lines.map(({ key, text }) => (
            <Typography component="li" key={key}>
              {text}
            </Typography>
          ))}
        </Box>
      )}
      {target !== 'grades' && target !== 'subjects' && (
        <Typography variant="body2" color="text.secondary">
          {t('cleanup.studentsNote')}
        </Typography>
      )}
    </Box>
  );
}
