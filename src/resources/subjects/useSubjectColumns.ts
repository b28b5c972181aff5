import { baseOf } from '../../../contract/rules/subjectCode';
import type { Subject } from '../../../contract/subjects';
import { useText } from '../../i18n/useText';
import type { ExcelColumn } from '../../ui/report/useExcelExport';

/** The columns of the exported sheet. */
export function useSubjectColumns(): ExcelColumn<Subject>[] {
  const t = useText();
  const label = (field: 'name' | 'level' | 'hours' | 'type' | 'batch_name') =>
    t(`resources.subjects.fields.${field}`);
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    { header: t('subjects.shortCode'), value: ({ subject_code }) => baseOf(subject_code), width: 14 },
    { header: t('subjects.offeringCode'), value: ({ subject_code }) => subject_code, width: 16 },
    { header: label('name'), value: ({ name }) => name, width: 36 },
    { header: label('level'), value: ({ level }) => level, width: 10 },
    { header: label('hours'), value: ({ hours }) => hours, width: 12 },
    { header: label('type'), value: ({ type }) => type, width: 14 },
    {
      header: label('batch_name'),
      value: ({ batch_name }) => batch_name ?? t('subjects.batchUnknown'),
      width: 36,
    },
  ];
}
