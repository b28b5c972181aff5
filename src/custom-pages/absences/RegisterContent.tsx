import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useBlocker } from 'react-router';
import { matchesSearch } from '../../../contract/rules/arabicText';
import type { Sheet } from '../../dataProvider/teaching';
import { useText } from '../../i18n/useText';
import { LeaveQuestion } from '../../ui/form/LeaveQuestion';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { DuplicateDialog } from './DuplicateDialog';
import { RegisterCounters } from './RegisterCounters';
import { RegisterList } from './RegisterList';
import { RegisterQueueState } from './RegisterQueueState';
import { RegisterTable } from './RegisterTable';
import { useRegister } from './useRegister';

interface RegisterContentProps {
  sheet: Sheet;
  date: string;
  /** What the names are searched for. */
  q: string;
}

/** Who is absent on a day: everybody is present until marked. */
export function RegisterContent({ sheet, date, q }: RegisterContentProps) {
  const t = useText();
  const isPhone = useIsPhone();
  const day = useRegister(sheet, date);
  const { register, rows, changes, change, isSaving, error, refetch } = day;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => changes > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  // What is shown stays, whatever becomes of an attempt to read it again.
  if (error && !register) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!register) return <Skeleton variant="rounded" height={420} />;
  if (register.students.length === 0)
    return <EmptyState title={t('absences.noStudentsTitle')} text={t('absences.noStudentsText')} />;

  const found = q === '' ? rows : rows.filter(({ studentName }) => matchesSearch([studentName], q));
  const absent = rows.filter(({ isAbsent }) => isAbsent).length;
  const Rows = isPhone ? RegisterList : RegisterTable;
  // A server that does not tell whether a register was taken is believed to have it once somebody is absent.
  const isTaken = register.taken ?? register.absences.length > 0;
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <RegisterQueueState day={day} sheet={sheet} date={date} />
      <RegisterCounters day={day} isTaken={isTaken} />
      {found.length === 0 ? (
        <EmptyState title={t('ui.noResultsTitle')} text={t('absences.noneFoundText')} />
      ) : (
        <Rows rows={found} onChange={change} isDisabled={isSaving} />
      )}
      <Box sx={{ position: 'sticky', bottom: 0, zIndex: 2 }}>
        <UnsavedBar
          count={changes}
          isSaving={isSaving}
          isSaveAlwaysOn={!isTaken && !day.queued}
          saveLabel={t(absent === 0 ? 'absences.saveNobody' : 'absences.save')}
          onSave={day.save}
          onCancel={day.cancel}
        />
      </Box>
      {day.duplicates && (
        <DuplicateDialog
          duplicates={day.duplicates}
          isSaving={isSaving}
          onResolve={day.resolve}
          onClose={day.dropDuplicates}
        />
      )}
      <LeaveQuestion
        isOpen={blocker.state === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => {
          day.cancel();
          blocker.proceed?.();
        }}
      />
    </Stack>
  );
}
