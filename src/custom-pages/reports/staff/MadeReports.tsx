import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Batch } from '../../../../contract/batches';
import type { LoggedReport } from '../../../../contract/reportLog';
import { levels } from '../../../../contract/vocabulary';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { RecordCard } from '../../../ui/list/RecordCard';
import { Isolated } from '../../../ui/page/Isolated';
import { Moment } from '../../../ui/page/Moment';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { FoundRows } from './FoundRows';
import { type MadeFilter, MadeReportFields } from './MadeReportFields';
import { writeSelection } from './selectionAddress';
import { nameOfType, toFormType } from './staffReportModel';

/** The search of generated reports. @param onOpen one of them is opened again */
export function MadeReports({ onOpen }: { onOpen: () => void }) {
  const t = useText();
  const api = useDataProvider<Api>();
  const [filter, setFilter] = useState<MadeFilter>({});
  return (
    <Stack spacing={2}>
      <MadeReportFields filter={filter} onChange={setFilter} />
      <FoundRows<LoggedReport>
        question={['made', filter]}
        read={(page, perPage) => api.madeReports(filter, page, perPage)}
        empty={t('staffReports.noneFound')}
      >
        {(rows) => (
          <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {rows.map((row) => (
              <MadeReport key={row.id} row={row} onOpen={onOpen} />
            ))}
          </Stack>
        )}
      </FoundRows>
    </Stack>
  );
}

/** A report of the log. @param onOpen it is opened again */
function MadeReport({ row, onOpen }: { row: LoggedReport; onOpen: () => void }) {
  const t = useText();
  const open = useOpenReport(onOpen);
  const named = (name: string | null, code: string | null) => (
    <>
      <bdi>{name}</bdi> <Isolated>{code ?? ''}</Isolated>
    </>
  );
  return (
    <RecordCard
      title={t(nameOfType[toFormType(row.type)])}
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

/** Opens a report of the log again, with the settings of then and the figures of now. */
function useOpenReport(onOpen: () => void) {
  const t = useText();
  const notify = useNotify();
  const api = useDataProvider<Api>();
  const [, setAddress] = useSearchParams();

  const batchNamed = async (name: string): Promise<Batch | undefined> => {
    const { data } = await api.getList<Batch>('batches', {
      filter: { q: name },
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'id', order: 'ASC' },
    });
    return data.find(({ batch_name }) => batch_name === name);
  };
  return async (row: LoggedReport) => {
    try {
      const batch = await batchNamed(row.batch_name);
      if (!batch) return notify(t('staffReports.batchGone'), { type: 'warning' });
      const selection = {
        type: toFormType(row.type),
        programId: batch.program_id ?? null,
        batchId: batch.id,
        level: levels.find((level) => level === row.level) ?? null,
        studentId: row.student_id,
        subjectCode: row.subject_code,
        startDate: row.start_date,
        endDate: row.end_date,
      };
      setAddress((before) => writeSelection(before, selection, true));
      onOpen();
    } catch (problem) {
      notify(sentenceOf(problem, t('ui.unexpected')), { type: 'error' });
    }
  };
}
