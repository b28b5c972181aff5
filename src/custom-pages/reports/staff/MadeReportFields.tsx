import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { Batch } from '../../../../contract/batches';
import { reportActions, reportTypes } from '../../../../contract/reportLog';
import type { User } from '../../../../contract/users';
import { useSession } from '../../../dataProvider/session';
import { useText } from '../../../i18n/useText';
import { DayField } from '../../../ui/DayField';
import { RecordPicker } from '../../../ui/RecordPicker';
import { SearchField } from '../../../ui/SearchField';
import { typeOfLogged } from './loggedReport';
import { nameOfType } from './reportTypeNames';

const shrunk = { select: { displayEmpty: true }, inputLabel: { shrink: true } };

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
type Change = { [K in keyof MadeFilter]: MadeFilter[K] | undefined };

interface MadeReportFieldsProps {
  filter: MadeFilter;
  onChange: (filter: MadeFilter) => void;
}

/** Type, person, batch, days and text. */
export function MadeReportFields({ filter, onChange }: MadeReportFieldsProps) {
  const t = useText();
  const isAdmin = useSession()?.user.role === 'admin';
  const [person, setPerson] = useState<User | null>(null);
  const [batch, setBatch] = useState<Batch | null>(null);
  const put = (change: Change) => {
    const given = Object.entries({ ...filter, ...change }).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    onChange(Object.fromEntries(given) as MadeFilter);
  };
  const { start_date, end_date } = filter;
  const isReversed = start_date !== undefined && end_date !== undefined && end_date < start_date;
  return (
    <Box sx={fields}>
      <SearchField label={t('staffReports.searchMade')} onSearch={(q) => put({ q })} />
      <TextField
        select
        label={t('staffReports.type')}
        value={filter.type ?? ''}
        onChange={({ target }) => put({ type: target.value })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t('staffReports.anyType')}</MenuItem>
        {reportTypes.map((type) => (
          <MenuItem key={type} value={type}>
            {t(nameOfType[typeOfLogged(type)])}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('staffReports.action')}
        value={filter.action ?? ''}
        onChange={({ target }) => put({ action: target.value })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t('staffReports.anyAction')}</MenuItem>
        {reportActions.map((action) => (
          <MenuItem key={action} value={action}>
            {t(`staffReports.actions.${action}`)}
          </MenuItem>
        ))}
      </TextField>
      <RecordPicker<Batch>
        resource="batches"
        label={t('teaching.batch')}
        placeholder={t('staffReports.anyBatch')}
        optionText={({ batch_name }) => batch_name}
        value={batch?.id ?? null}
        knownText={batch?.batch_name ?? null}
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

const fields = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(13rem, 1fr))' },
} as const;
