import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CleanupCard } from '../../../contract/cleanup';
import { useText } from '../../i18n/useText';

const records = ['batches', 'subjects', 'students', 'grades', 'absences', 'daily_records'] as const;
const work = ['registers', 'assignments', 'submissions'] as const;
const named: ReadonlySet<string> = new Set([...records, ...work]);

const line = <Key extends string>(key: string, text: Key, count = 0) => ({ key, text, count });

/** What hangs on the records of a kind and goes with them. */
export function CleanedAlong({ card: { target, dependents } }: { card: CleanupCard }) {
  const t = useText();
  const others = Object.entries(dependents)
    .filter(([table]) => !named.has(table))
    .reduce((sum, [, count]) => sum + count, 0);
  const lines = [
    ...records.map((table) => line(table, `counted.${table}`, dependents[table])),
    ...work.map((table) => line(table, `cleanup.counted.${table}`, dependents[table])),
    line('others', 'cleanup.others', others),
  ].filter(({ count }) => count > 0);
  return (
    <Box>
      <Typography color="text.secondary">
        {t(lines.length > 0 ? 'cleanup.along' : 'cleanup.alone')}
      </Typography>
      {lines.length > 0 && (
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 3 }}>
          {lines.map(({ key, text, count }) => (
            <Typography component="li" key={key}>
              {t(text, { smart_count: count })}
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
