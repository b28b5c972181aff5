import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useOwnStudent } from '../dataProvider/useOwnStudent';
import { useText } from '../i18n/useText';

/** Full name and batch of the student signed in; nothing for others, or while no student is linked. */
export function StudentCard() {
  const t = useText();
  const { student } = useOwnStudent();
  if (!student) return null;
  return (
    <Box sx={{ mx: 2, mb: 1, p: 1.5, borderRadius: 1.5, backgroundColor: (theme) => theme.colours.sunken }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{student.full_name}</Typography>
      {student.batch_name && (
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('shell.batchOf', { batch: student.batch_name })}
        </Typography>
      )}
    </Box>
  );
}
