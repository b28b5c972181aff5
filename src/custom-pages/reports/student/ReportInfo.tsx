import type { StudentReport } from '../../../dataProvider/reports';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { Panel } from '../../../ui/page/Panel';
import { Facts } from './Facts';

type ReportInfoProps = Pick<StudentReport, 'student_info' | 'semester_info'>;

/** Whose report it is. Spec 2 §2. */
export function ReportInfo({ student_info: student, semester_info: semester }: ReportInfoProps) {
  const t = useText();
  const orNone = (value: string | null) => (value ? <Isolated>{value}</Isolated> : t('ui.notSpecified'));
  return (
    <Panel title={t('studentReport.info')}>
      <Facts
        columns={4}
        isFirstWide
        facts={[
          [t('studentReport.name'), <bdi key="name">{student.name}</bdi>],
          [t('studentReport.number'), <Isolated key="number">{student.student_id}</Isolated>],
          [t('studentReport.email'), orNone(student.email)],
          [t('studentReport.phone'), student.phone ? orNone(student.phone) : undefined],
          [t('studentReport.program'), orNone(student.program)],
          [t('studentReport.batch'), orNone(student.batch)],
          [
            t('studentReport.semester'),
            semester ? <bdi key="semester">{semester.semester_name}</bdi> : undefined,
          ],
        ]}
      />
    </Panel>
  );
}
