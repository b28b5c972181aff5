import { Button } from '@mui/material';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Batch } from '../../../contract/batches';
import { isWithin } from '../../../contract/rules/batchDates';
import { hijriDate } from '../../../contract/rules/hijri';
import { t } from '../../i18n/text';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';

/** Days outside the batch's dates that the user has confirmed since opening the app. */
const confirmedDays = new WeakMap<QueryClient, Set<string>>();

/**
 * Asks once about a save outside the batch's dates (rule 9 of the domain). `save` resolves to true if the save
 * succeeded, and to false if the user cancels.
 */
export function useDatesQuestion(
  batch: Batch,
  day: string,
  save: () => Promise<boolean>,
): { save: () => Promise<boolean>; dialog: ReactNode } {
  const client = useQueryClient();
  const questionKey = JSON.stringify([batch.id, batch.start_date, batch.end_date, day]);
  const [question, setQuestion] = useState<{ questionKey: string; onEnd: (isSaved: boolean) => void } | null>(
    null,
  );
  const cancel = () => {
    setQuestion(null);
    question?.onEnd(false);
  };
  const confirm = () => {
    confirmedDays.set(client, new Set(confirmedDays.get(client)).add(questionKey));
    setQuestion(null);
    void save().then(question?.onEnd);
  };
  return {
    save: () => {
      if (isWithin(batch, day) || confirmedDays.get(client)?.has(questionKey)) return save();
      return new Promise<boolean>((onEnd) => setQuestion({ questionKey, onEnd }));
    },
    dialog: question?.questionKey === questionKey && (
      <QuestionDialog
        title={t('teaching.outsideTitle')}
        text={questionText(batch)}
        onClose={cancel}
        answers={
          <>
            <Button onClick={cancel} autoFocus>
              {t('ui.back')}
            </Button>
            <Button variant="contained" onClick={confirm}>
              {t('ui.save')}
            </Button>
          </>
        }
      />
    ),
  };
}

function questionText({ start_date, end_date }: Batch): string {
  const formatDay = (day: string | null) => hijriDate(day ?? '');
  const [start, end] = [formatDay(start_date), formatDay(end_date)];
  if (!end_date) return t('teaching.outsideFrom', { start });
  if (!start_date) return t('teaching.outsideTo', { end });
  return t('teaching.outside', { start, end });
}
