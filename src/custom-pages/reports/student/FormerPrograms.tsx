import { Card, Stack } from '@mui/material';
import { formerTables } from '../../../../contract/documents/transcript';
import type { FormerProgram } from '../../../../contract/reports/studentReport';
import { ReportTableView } from '../staff/ReportTableView';

/** Shows programmes that the student left. Each has its own totals, as on the transcript. */
export default function FormerPrograms({ former }: { former: readonly FormerProgram[] }) {
  return (
    <Stack spacing={{ xs: 2, sm: 3 }}>
      {formerTables(former).map((table, index) => (
        // Two programmes may have the same name.
        <Card key={index} sx={{ p: { xs: 2, sm: 3 }, '@media print': { p: 0, border: 0 } }}>
          <ReportTableView table={table} />
        </Card>
      ))}
    </Stack>
  );
}
