import { Box, Button, Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Batch } from '../../../../contract/batches';
import { paperText as say } from '../../../../contract/paperText';
import { type LoggedReport, reportActions, reportTypes } from '../../../../contract/reportLog';
import type { User } from '../../../../contract/users';
import { defaultRecordKind, levels } from '../../../../contract/vocabulary';
import type { ReportSort } from '../../../dataProvider/reports';
import { useApi } from '../../../dataProvider/useApi';
import { useSession } from '../../../dataProvider/session';
import { t } from '../../../i18n/text';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { DayField } from '../../../ui/form/DayField';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { BatchField } from '../../../ui/list/OfferingFilters';
import { RecordCard } from '../../../ui/list/RecordCard';
import { SearchField } from '../../../ui/list/SearchField';
import { Isolated } from '../../../ui/page/Isolated';
import { Moment } from '../../../ui/page/Moment';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { fieldsStyle } from './fieldsStyle';
import { FoundRows } from './FoundRows';
import { nameOfType, toFormType, writeSelection } from './staffReportModel';
import { useKindChoices } from './useStaffReport';

/** The search of generated reports. @param onOpen called when one of them is opened again */
export function MadeReports({ onOpen }: { onOpen: () => void }) {
  const api = useApi();
  const [filter, setFilter] = useState<MadeFilter>({});
  const [order, setOrder] = useState<Order>('newest');
  return (
    <Stack spacing={2}>
      <MadeReportFields filter={filter} onChange={setFilter}>
        <ChoiceField
          label={t('staffReports.order')}
          value={order}
          choices={orders.map((one) => [one, t(`staffReports.orders.${one}`)] as const)}
          onChange={(chosen) => chosen && setOrder(chosen)}
        />
      </MadeReportFields>
      <FoundRows<LoggedReport>
        question={['made', filter, order]}
        read={(page, perPage) => api.madeReports(filter, sorts[order], page, perPage)}
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

const orders = ['newest', 'oldest', 'type', 'action', 'batch'] as const;
type Order = (typeof orders)[number];

const sorts: Record<Order, ReportSort> = {
  newest: ['id', 'DESC'],
  oldest: ['id', 'ASC'],
  type: ['type', 'DESC'],
  action: ['action', 'DESC'],
  batch: ['batch_name', 'ASC'],
};

/** A report of the log. @param onOpen called when it is opened again */
function MadeReport({ row, onOpen }: { row: LoggedReport; onOpen: () => void }) {
  const open = useOpenReport(onOpen);
  const kind = useKindChoices().find(([known]) => known === row.kind)?.[1];
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
          ? [[t('labels.student'), named(row.student_name, row.student_id)] as const]
          : []),
        ...(row.subject_name
          ? [[t('labels.subject'), named(row.subject_name, row.subject_code)] as const]
          : []),
        ...(kind === undefined ? [] : [[say.recordKind, <bdi key="kind">{kind}</bdi>] as const]),
        ...(row.circle_name
          ? [[t('labels.circle'), <bdi key="circle">{row.circle_name}</bdi>] as const]
          : []),
        [t('labels.batch'), <bdi key="batch">{row.batch_name}</bdi>] as const,
        [t('labels.user'), <bdi key="person">{row.user_name}</bdi>] as const,
        [t('labels.time'), <Moment key="at" value={row.created_at} />] as const,
      ]}
      actions={
        <Button size="small" onClick={() => void open(row)}>
          {t('staffReports.openAgain')}
        </Button>
      }
    />
  );
}

/** Opens a report of the log again, with its old settings and present figures. */
function useOpenReport(onOpen: () => void) {
  const notify = useNotify();
  const api = useApi();
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
        kind: row.kind === defaultRecordKind ? null : row.kind,
        circleId: row.circle_id,
      };
      setAddress((before) => writeSelection(before, selection, true));
      onOpen();
    } catch (problem) {
      notify(sentenceOf(problem, t('ui.unexpected')), { type: 'error' });
    }
  };
}

/** The filters of the log of reports; missing ones are not applied. */
interface MadeFilter {
  q?: string;
  type?: string;
  action?: string;
  kind?: string;
  batch_name?: string;
  user_id?: number;
  start_date?: string;
  end_date?: string;
}
type Change = { [K in keyof MadeFilter]: MadeFilter[K] | null | undefined };

interface MadeReportFieldsProps {
  filter: MadeFilter;
  /** A function, because typed text arrives a moment later, and another filter may have changed by then. */
  onChange: (change: (before: MadeFilter) => MadeFilter) => void;
  /** What else is chosen of the log. */
  children: ReactNode;
}

function MadeReportFields({ filter, onChange, children }: MadeReportFieldsProps) {
  const isAdmin = useSession()?.user.role === 'admin';
  const kinds = useKindChoices().filter(([kind]) => kind !== 'all');
  const [person, setPerson] = useState<User | null>(null);
  const [batch, setBatch] = useState<Batch | null>(null);
  const put = (change: Change) =>
    onChange((before) => {
      const set = Object.entries({ ...before, ...change }).filter(
        ([, value]) => value != null && value !== '',
      );
      return Object.fromEntries(set);
    });
  const { start_date, end_date } = filter;
  const isReversed = start_date !== undefined && end_date !== undefined && end_date < start_date;
  return (
    <Box sx={fieldsStyle}>
      <SearchField label={t('staffReports.searchMade')} q={filter.q ?? ''} onSearch={(q) => put({ q })} />
      <ChoiceField
        label={t('staffReports.type')}
        anyLabel={t('labels.anyType')}
        value={reportTypes.find((known) => known === filter.type) ?? null}
        choices={reportTypes.map((type) => [type, t(nameOfType[toFormType(type)])] as const)}
        onChange={(type) => put({ type })}
      />
      <ChoiceField
        label={t('labels.action')}
        anyLabel={t('labels.anyAction')}
        value={reportActions.find((known) => known === filter.action) ?? null}
        choices={reportActions.map((action) => [action, t(`staffReports.actions.${action}`)] as const)}
        onChange={(action) => put({ action })}
      />
      {kinds.length > 0 && (
        <ChoiceField
          label={say.recordKind}
          anyLabel={t('labels.anyType')}
          value={kinds.find(([known]) => known === filter.kind)?.[0] ?? null}
          choices={kinds}
          onChange={(kind) => put({ kind })}
        />
      )}
      <BatchField
        batch={batch}
        placeholder={t('labels.anyBatch')}
        onChange={(one) => {
          setBatch(one);
          put({ batch_name: one?.batch_name });
        }}
      />
      {isAdmin && (
        <RecordPicker<User>
          resource="users"
          label={t('labels.user')}
          placeholder={t('labels.anyUser')}
          optionText={({ name }) => name}
          optionNote={({ username }) => username}
          value={person?.id ?? null}
          knownText={person?.name ?? null}
          onChange={(one) => {
            setPerson(one);
            put({ user_id: one?.id });
          }}
        />
      )}
      <DayField
        label={t('ui.firstDay')}
        value={start_date ?? ''}
        onChange={(day) => put({ start_date: day })}
      />
      <DayField
        label={t('ui.lastDay')}
        value={end_date ?? ''}
        problem={isReversed ? t('ui.datesReversed') : ''}
        onChange={(day) => put({ end_date: day })}
      />
      {children}
    </Box>
  );
}
