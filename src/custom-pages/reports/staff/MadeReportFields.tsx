import Box from '@mui/material/Box';
import { useState } from 'react';
import type { Batch } from '../../../../contract/batches';
import { reportActions, reportTypes } from '../../../../contract/reportLog';
import type { User } from '../../../../contract/users';
import { useSession } from '../../../dataProvider/session';
import { useText } from '../../../i18n/useText';
import { DayField } from '../../../ui/form/DayField';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { SearchField } from '../../../ui/list/SearchField';
import { ChoiceField } from '../ChoiceField';
import { BatchField } from './BatchField';
import { fieldsStyle } from './fieldsStyle';
import { nameOfType, toFormType } from './staffReportModel';

/** By what the log of reports is searched; what is not there is not asked for. */
export interface MadeFilter {
  q?: string;
  type?: string;
  action?: string;
  batch_name?: string;
  user_id?: number;
  start_date?: string;
  end_date?: string;
}
type Change = { [K in keyof MadeFilter]: MadeFilter[K] | null | undefined };

interface MadeReportFieldsProps {
  filter: MadeFilter;
  /** What is typed comes a moment later, and by then something else may have been chosen. */
  onChange: (change: (before: MadeFilter) => MadeFilter) => void;
}

/** Type, person, batch, days and text. */
export function MadeReportFields({ filter, onChange }: MadeReportFieldsProps) {
  const t = useText();
  const isAdmin = useSession()?.user.role === 'admin';
  const [person, setPerson] = useState<User | null>(null);
  const [batch, setBatch] = useState<Batch | null>(null);
  const put = (change: Change) =>
    onChange((before) => {
      const given = Object.entries({ ...before, ...change }).filter(
        ([, value]) => value != null && value !== '',
      );
      return Object.fromEntries(given);
    });
  const { start_date, end_date } = filter;
  const isReversed = start_date !== undefined && end_date !== undefined && end_date < start_date;
  return (
    <Box sx={fieldsStyle}>
      <SearchField label={t('staffReports.searchMade')} q={filter.q ?? ''} onSearch={(q) => put({ q })} />
      <ChoiceField
        label={t('staffReports.type')}
        anyLabel={t('staffReports.anyType')}
        value={reportTypes.find((known) => known === filter.type) ?? null}
        choices={reportTypes.map((type) => [type, t(nameOfType[toFormType(type)])] as const)}
        onChange={(type) => put({ type })}
      />
      <ChoiceField
        label={t('staffReports.action')}
        anyLabel={t('staffReports.anyAction')}
        value={reportActions.find((known) => known === filter.action) ?? null}
        choices={reportActions.map((action) => [action, t(`staffReports.actions.${action}`)] as const)}
        onChange={(action) => put({ action })}
      />
      <BatchField
        batch={batch}
        placeholder={t('staffReports.anyBatch')}
        onChange={(one) => {
          setBatch(one);
          put({ batch_name: one?.batch_name });
        }}
      />
      {isAdmin && (
        <RecordPicker<User>
          resource="users"
          label={t('staffReports.person')}
          placeholder={t('staffReports.anyPerson')}
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
        label={t('staffReports.from')}
        value={start_date ?? ''}
        onChange={(day) => put({ start_date: day })}
      />
      <DayField
        label={t('staffReports.to')}
        value={end_date ?? ''}
        problem={isReversed ? t('audit.datesReversed') : ''}
        onChange={(day) => put({ end_date: day })}
      />
    </Box>
  );
}
