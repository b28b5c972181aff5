import Open from '@mui/icons-material/VisibilityOutlined';
import { paperText as labels } from '../../../../contract/reports/paperText';
import { type LoggedReport, reportActions, reportTypes } from '../../../../contract/reports/reportLog';
import { defaultRecordKind, levels } from '../../../../contract/vocabulary';
import { useSession } from '../../../dataProvider/session';
import { t } from '../../../i18n/text';
import { FilterSelect } from '../../../ui/list/FilterSelect';
import { ListColumn } from '../../../ui/list/ListColumn';
import { ListTable } from '../../../ui/list/ListTable';
import { RecordRow } from '../../../ui/list/RecordRow';
import { RowButton } from '../../../ui/list/RowActions';
import { TwoLines } from '../../../ui/list/TwoLines';
import { Isolated } from '../../../ui/page/Isolated';
import { InlineMoment, ShortDate } from '../../../ui/page/Moment';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { ShortenedName } from '../../../ui/page/ShortenedName';
import { LogPage } from './LogPage';
import { typeNames, toFormType, writeSelection } from './staffReportModel';
import { useKindChoices } from './useStaffReport';

/** A tap on a row opens the report again. */
export default function LoggedReports() {
  const kinds = useKindChoices().filter(([kind]) => kind !== 'all');
  return (
    <LogPage<LoggedReport>
      log="madeReports."
      resource="reports/log"
      filters={[
        <FilterSelect
          key="type"
          source="type"
          label={t('staffReports.type')}
          anyLabel={t('labels.anyType')}
          choices={reportTypes.map((id) => ({ id, name: t(typeNames[toFormType(id)]) }))}
        />,
        <FilterSelect
          key="action"
          source="action"
          label={t('labels.action')}
          anyLabel={t('labels.anyAction')}
          choices={reportActions.map((id) => ({ id, name: t(`staffReports.actions.${id}`) }))}
        />,
        kinds.length > 0 && (
          <FilterSelect
            key="kind"
            source="kind"
            label={labels.recordKind}
            anyLabel={t('labels.anyType')}
            choices={kinds.map(([id, name]) => ({ id, name }))}
          />
        ),
      ]}
      recordAddress={reportUrl}
      table={<LogTable />}
      renderRow={(row) => <LogRow row={row} />}
    />
  );
}

/** The report has its old settings and the current data. Returns null if the batch no longer exists. */
function reportUrl(row: LoggedReport): string | null {
  if (row.batch_id === null) return null;
  const selection = {
    type: toFormType(row.type),
    programId: row.program_id,
    batchId: row.batch_id,
    level: levels.find((level) => level === row.level) ?? null,
    studentId: row.student_id,
    subjectCode: row.subject_code,
    startDate: row.start_date,
    endDate: row.end_date,
    kind: row.kind === defaultRecordKind ? null : row.kind,
    circleId: row.circle_id,
  };
  return `/reports?${writeSelection(new URLSearchParams(), selection, true).toString()}`;
}

const reportTitle = ({ type }: LoggedReport) => t(typeNames[toFormType(type)]);

const Column = ListColumn<LoggedReport>;
const widths = {
  '& .column-type': { width: 184 },
  '& .column-action': { width: 68 },
  '& .column-batch_name': { width: 170 },
  '& .column-user_name': { width: 108 },
  '& .column-created_at': { width: 212 },
  '& .column-actions': { width: 68 },
} as const;

function LogTable() {
  // A teacher sees only his own reports.
  const isAdmin = useSession()?.user.role === 'admin';
  return (
    <ListTable<LoggedReport>
      hasIndex={false}
      renderActions={(row) => <OpenAgainButton row={row} />}
      sx={widths}
    >
      <Column
        source="type"
        label={t('staffReports.type')}
        render={(row) => (
          <TwoLines>
            {reportTitle(row)} <RecordsLabel row={row} />
          </TwoLines>
        )}
      />
      <Column
        source="action"
        label={t('labels.action')}
        render={({ action }) => t(`staffReports.actions.${action}`)}
      />
      <Column
        source="student_name"
        label={t('labels.student')}
        render={(row) => <NameWithCode name={row.student_name} code={row.student_id} />}
      />
      <Column
        source="subject_name"
        label={t('labels.subject')}
        render={(row) => <NameWithCode name={row.subject_name} code={row.subject_code} />}
      />
      <Column source="batch_name" label={t('labels.batch')} render={(row) => <BatchName row={row} />} />
      {isAdmin && (
        <Column
          source="user_name"
          label={t('labels.user')}
          render={({ user_name }) => <TwoLines>{user_name}</TwoLines>}
        />
      )}
      <Column
        source="created_at"
        label={t('labels.time')}
        render={({ created_at }) => <InlineMoment value={created_at} />}
      />
    </ListTable>
  );
}

const useRecordsLabel = ({ kind, circle_name }: LoggedReport): string => {
  const name = useKindChoices().find(([id]) => id === kind)?.[1];
  return [name, circle_name].filter((part) => part).join(' · ');
};

const RecordsLabel = ({ row }: { row: LoggedReport }) => (
  <SecondaryText component="span" variant="caption">
    <bdi>{useRecordsLabel(row)}</bdi>
  </SecondaryText>
);

const NameWithCode = ({ name, code }: { name: string | null; code: string | null }) =>
  name === null ? (
    t('ui.nothing')
  ) : (
    <TwoLines>
      <bdi>{name}</bdi>{' '}
      <SecondaryText component="span" variant="caption">
        <Isolated>{code ?? ''}</Isolated>
      </SecondaryText>
    </TwoLines>
  );

const BatchName = ({ row: { batch_name, batch_id } }: { row: LoggedReport }) => (
  <>
    <ShortenedName name={batch_name} />{' '}
    {batch_id === null && (
      <SecondaryText component="span" variant="caption">
        {t('staffReports.batchGone')}
      </SecondaryText>
    )}
  </>
);

function OpenAgainButton({ row }: { row: LoggedReport }) {
  const url = reportUrl(row);
  return (
    url && (
      <RowButton
        title={t('staffReports.openAgain')}
        label={t('staffReports.openAgainOf', { name: reportTitle(row) })}
        icon={<Open fontSize="small" />}
        to={url}
      />
    )
  );
}

function LogRow({ row }: { row: LoggedReport }) {
  const { student_name, student_id, subject_name, batch_name, created_at } = row;
  const recordsLabel = useRecordsLabel(row);
  const title = [reportTitle(row), recordsLabel, student_name ?? subject_name].filter(Boolean).join(' · ');
  return (
    <RecordRow
      title={<bdi>{title}</bdi>}
      details={[
        t(`staffReports.actions.${row.action}`),
        student_name !== null && student_id !== null && <Isolated key="number">{student_id}</Isolated>,
        <ShortDate key="at" value={created_at} hasTime />,
        row.batch_id === null ? t('staffReports.batchGone') : <ShortenedName key="batch" name={batch_name} />,
      ]}
    />
  );
}
