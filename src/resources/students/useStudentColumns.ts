import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import type { Student, StudentRow } from '../../../contract/students';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { useText } from '../../i18n/useText';
import type { ExcelColumn } from '../../ui/report/useExcelExport';

/** The columns of the exported sheet; ids and phones are text. */
export function useStudentColumns(): ExcelColumn<StudentRow>[] {
  const t = useText();
  const { hasField } = useServerFeatures();
  const timeZone = useTimeZone();
  const asText = (field: keyof Student, width = 20): ExcelColumn<StudentRow> => ({
    header: t(`resources.students.fields.${field as 'full_name'}`),
    value: (row) => (row[field] == null ? null : String(row[field])),
    width,
  });
  const created = t('resources.students.fields.created_at');
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    asText('student_id', 16),
    asText('full_name', 36),
    // Each name by itself, so that the sheet says the same when it is imported again.
    asText('first_name', 14),
    asText('second_name', 14),
    asText('third_name', 14),
    asText('last_name', 14),
    asText('national_id', 16),
    asText('gender', 10),
    asText('nationality', 14),
    asText('phone', 16),
    asText('additional_phone', 16),
    asText('email', 28),
    asText('program_name', 30),
    asText('batch_name', 30),
    ...(hasField('students', 'created_at')
      ? [
          {
            header: `${created} (${t('ui.hijriCalendar')})`,
            value: (row: StudentRow) => hijriDate(row.created_at ?? '', { timeZone }),
            width: 24,
          },
          {
            header: `${created} (${t('ui.gregorianCalendar')})`,
            value: (row: StudentRow) => gregorianDate(row.created_at ?? '', { timeZone }),
            width: 24,
          },
        ]
      : []),
  ];
}
