import Button from '@mui/material/Button';
import type { LoggedReport } from '../../../../contract/reportLog';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { Moment } from '../../../ui/page/Moment';
import { RecordCard } from '../../../ui/list/RecordCard';
import { typeOfLogged } from './loggedReport';
import { nameOfType } from './reportTypeNames';
import { useOpenReport } from './useOpenReport';

/** A report of the log. @param onOpen it is opened again */
export function MadeReport({ row, onOpen }: { row: LoggedReport; onOpen: () => void }) {
  const t = useText();
  const open = useOpenReport(onOpen);
  const named = (name: string | null, code: string | null) => (
    <>
      <bdi>{name}</bdi> <Isolated>{code ?? ''}</Isolated>
    </>
  );
  return (
    <RecordCard
      title={t(nameOfType[typeOfLogged(row.type)])}
      aside={t(`staffReports.actions.${row.action}`)}
      facts={[
        ...(row.student_name
          ? [[t('staffReports.student'), named(row.student_name, row.student_id)] as const]
          : []),
        ...(row.subject_name
          ? [[t('teaching.subject'), named(row.subject_name, row.subject_code)] as const]
          : []),
        [t('teaching.batch'), <bdi key="batch">{row.batch_name}</bdi>] as const,
        [t('staffReports.person'), <bdi key="person">{row.user_name}</bdi>] as const,
        [t('staffReports.made_at'), <Moment key="at" value={row.created_at} />] as const,
      ]}
      actions={
        <Button size="small" onClick={() => void open(row)}>
          {t('staffReports.openAgain')}
        </Button>
      }
    />
  );
}
