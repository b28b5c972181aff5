import type { Batch } from '../../../contract/batches';
import { isActiveBatch } from '../../../contract/rules/academicYear';
import { useAcademicYear } from '../../dataProvider/useAcademicYear';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import type { ExcelColumn } from '../../ui/report/useExcelExport';

type Optional = 'level' | 'status' | 'start_date' | 'end_date' | 'students_count';
const optional: readonly Optional[] = ['level', 'students_count', 'start_date', 'end_date', 'status'];

/** The columns of the exported sheet. */
export function useBatchColumns(): ExcelColumn<Batch>[] {
  const t = useText();
  const { hasField } = useServerFeatures();
  const label = (field: 'batch_name' | 'program_id' | 'batch_number' | 'academic_year' | Optional) =>
    t(`resources.batches.fields.${field}`);
  const { year } = useAcademicYear();
  const activity = (isActive: boolean) => t(isActive ? 'batches.currentYear' : 'batches.otherYear');
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    { header: label('batch_name'), value: ({ batch_name }) => batch_name, width: 32 },
    { header: label('program_id'), value: ({ program_name }) => program_name, width: 32 },
    { header: label('batch_number'), value: ({ batch_number }) => batch_number, width: 12 },
    { header: label('academic_year'), value: ({ academic_year }) => academic_year, width: 14 },
    {
      header: t('batches.activity'),
      value: ({ academic_year }) => activity(isActiveBatch(academic_year, year, '')),
      width: 14,
    },
    ...optional
      .filter((field) => hasField('batches', field))
      .map((field) => ({ header: label(field), value: (batch: Batch) => batch[field], width: 14 })),
  ];
}
