import { useText } from '../../i18n/useText';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import { useTeacherSubjects } from './useAssignments';
import { useSubjectsTotal } from './useAvailableSubjects';

/** How many subjects the teacher has, could have, and how many there are. */
export function TeacherFigures({ teacherId }: { teacherId: number }) {
  const t = useText();
  const assigned = useTeacherSubjects(teacherId).data?.length;
  const total = useSubjectsTotal();
  const shown = (figure: number | undefined) => figure?.toLocaleString('en');
  return (
    <StatCards>
      <StatCard label={t('teachers.assigned')} value={shown(assigned)} />
      <StatCard
        label={t('teachers.available')}
        value={assigned === undefined || total === undefined ? undefined : shown(total - assigned)}
      />
      <StatCard label={t('teachers.total')} value={shown(total)} to="/subjects" />
    </StatCards>
  );
}
