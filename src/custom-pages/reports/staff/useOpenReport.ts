import { useDataProvider, useNotify } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Batch } from '../../../../contract/batches';
import type { LoggedReport } from '../../../../contract/reportLog';
import { levels } from '../../../../contract/vocabulary';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { typeOfLogged } from './loggedReport';
import { addressOf } from './selectionAddress';

/** Opens a report of the log again, with the settings of then and the figures of now. */
export function useOpenReport(onOpen: () => void) {
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
        type: typeOfLogged(row.type),
        programId: batch.program_id ?? null,
        batchId: batch.id,
        level: levels.find((level) => level === row.level) ?? null,
        studentId: row.student_id,
        subjectCode: row.subject_code,
        startDate: row.start_date,
        endDate: row.end_date,
      };
      setAddress((before) => addressOf(before, selection, true));
      onOpen();
    } catch (problem) {
      notify(sentenceOf(problem, t('ui.unexpected')), { type: 'error' });
    }
  };
}
