import { Box, Button, Typography } from '@mui/material';
import type { SkippedStudent } from '../../../contract/accounts/users';
import { accounts as labels } from '../../i18n/ar/accounts';
import { SecondaryText } from '../../ui/page/SecondaryText';

/** Lists students without a new account. Links open a new tab, because the passwords are shown only once. */
export function SkippedStudents({ students }: { students: readonly SkippedStudent[] }) {
  if (students.length === 0) return null;
  return (
    <section>
      <Typography component="h3" variant="subtitle1">
        {labels.skipped(students.length)}
      </Typography>
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 240, overflowY: 'auto' }}
        tabIndex={0}
      >
        {students.map((student) => (
          <Box
            component="li"
            key={student.student_row_id}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, py: 0.5 }}
          >
            <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
              <bdi>{student.name}</bdi>
              <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
                <bdi>{student.student_id}</bdi> · {labels.reasons[student.reason]}
                {student.reason === 'USERNAME_TAKEN' &&
                  student.user_id === null &&
                  ` · ${labels.otherSection}`}
              </SecondaryText>
            </Box>
            {student.reason === 'USERNAME_TAKEN' && <SkippedActions student={student} />}
          </Box>
        ))}
      </Box>
    </section>
  );
}

function SkippedActions({ student: { name, student_id, user_id } }: { student: SkippedStudent }) {
  const source = JSON.stringify({ name, student_id, role: 'student' });
  return (
    <>
      {user_id !== null && (
        <Button
          size="small"
          href={`/users/${user_id}`}
          target="_blank"
          aria-label={labels.openAccountOf(name)}
        >
          {labels.openAccount}
        </Button>
      )}
      <Button
        size="small"
        href={`/users/create?${new URLSearchParams({ source })}`}
        target="_blank"
        aria-label={labels.otherNameOf(name)}
      >
        {labels.otherName}
      </Button>
    </>
  );
}
