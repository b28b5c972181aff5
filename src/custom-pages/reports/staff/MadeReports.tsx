import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { LoggedReport } from '../../../../contract/reportLog';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { FoundRows } from './FoundRows';
import { MadeReport } from './MadeReport';
import { type MadeFilter, MadeReportFields } from './MadeReportFields';

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
