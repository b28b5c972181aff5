import type { ReactNode } from 'react';
import type { StudentReport } from '../../../dataProvider/reports';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { Panel } from '../../../ui/page/Panel';
import { Facts } from './Facts';
import { bestOf, resultsOf } from './reportModel';

/** The performance in a few figures; what a server does not tell is left out. */
export function Summary({ report }: { report: StudentReport }) {
  const t = useText();
  const { total_subjects: total, ...performance }: Partial<StudentReport['academic_performance']> =
    report.academic_performance;
  const completed = report.subjects.filter(({ letter_grade }) => letter_grade !== null).length;
  const best = bestOf(resultsOf(report.subjects));
  const { attendance } = performance;
  const count = (value: number | undefined): ReactNode | undefined =>
    value === undefined ? undefined : <Isolated>{value}</Isolated>;
  const gpa = (value: number | null | undefined): ReactNode | undefined =>
    value == null ? undefined : t('studentReport.ofFive', { value: value.toFixed(2) });
  return (
    <Panel title={t('studentReport.summary')}>
      <Facts
        columns={2}
        facts={[
          [
            t('studentReport.completedSubjects'),
            t('studentReport.rankOf', { rank: completed, total: total ?? 0 }),
          ],
          [
            t('studentReport.bestSubject'),
            best && (
              <>
                <bdi>{best.name}</bdi>{' '}
                <Isolated>{t('studentReport.percent', { value: best.percentage })}</Isolated>
              </>
            ),
          ],
          [t('studentReport.levelGpa'), gpa(performance.level_gpa)],
          [t('studentReport.cumulativeGpa'), gpa(performance.cumulative_gpa)],
          [t('studentReport.registers'), count(attendance?.registers)],
          [t('studentReport.excused'), count(attendance?.excused)],
          [t('studentReport.unexcused'), count(attendance?.unexcused)],
        ]}
      />
    </Panel>
  );
}
