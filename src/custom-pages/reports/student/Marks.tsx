import Box from '@mui/material/Box';
import { useText } from '../../../i18n/useText';
import { Panel } from '../../../ui/page/Panel';
import { MarkCards } from './MarkCards';
import { MarksTable } from './MarksTable';
import type { ReportSubject } from './reportModel';

const fromTablet = { display: { xs: 'none', sm: 'block' }, '@media print': { display: 'block' } };
const onPhone = { display: { sm: 'none' }, '@media print': { display: 'none' } };

/** The marks: a table, or cards on a phone. Styles choose, for a phone prints the table too. */
export function Marks({ subjects }: { subjects: readonly ReportSubject[] }) {
  const t = useText();
  return (
    <Panel title={t('studentReport.marks')} hasRows>
      <Box sx={fromTablet}>
        <MarksTable subjects={subjects} />
      </Box>
      <Box sx={onPhone}>
        <MarkCards subjects={subjects} />
      </Box>
    </Panel>
  );
}
