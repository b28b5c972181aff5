import type { Program } from '../../../contract/programs';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { useText } from '../../i18n/useText';
import type { ExcelColumn } from '../../ui/report/useExcelExport';

const more = ['duration', 'status', 'description'] as const;

/** The columns of the exported sheet. */
export function useProgramColumns(): ExcelColumn<Program>[] {
  const t = useText();
  const { hasField } = useServerFeatures();
  const timeZone = useTimeZone();
  type Field = 'program_id' | 'program_name' | 'specialty' | 'levels' | (typeof more)[number];
  const label = (field: Field) => t(`resources.programs.fields.${field}`);
  const created = t('resources.programs.fields.created_at');
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    { header: label('program_id'), value: ({ program_id }) => program_id },
    { header: label('program_name'), value: ({ program_name }) => program_name, width: 36 },
    ...(hasField('programs', 'specialty')
      ? [
          { header: label('specialty'), value: ({ specialty }: Program) => specialty },
          { header: label('levels'), value: ({ levels }: Program) => levels },
        ]
      : []),
    ...more
      .filter((field) => hasField('programs', field))
      .map((field) => ({ header: label(field), value: (program: Program) => program[field], width: 20 })),
    {
      header: `${created} (${t('ui.hijriCalendar')})`,
      value: ({ created_at }) => hijriDate(created_at, { timeZone }),
      width: 24,
    },
    {
      header: `${created} (${t('ui.gregorianCalendar')})`,
      value: ({ created_at }) => gregorianDate(created_at, { timeZone }),
      width: 24,
    },
  ];
}
