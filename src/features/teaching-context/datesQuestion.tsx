import { Button } from '@mui/material';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Batch } from '../../../contract/batches';
import { isWithin } from '../../../contract/rules/batchDates';
import { gregorianDate } from '../../../contract/rules/hijri';
import { t } from '../../i18n/text';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';

/** Days outside of the dates of their batch that were wanted all the same, in this visit. */
const wanted = new WeakMap<QueryClient, Set<string>>();

/**
 * Asks once before something is saved on a day (`YYYY-MM-DD`) outside of the dates of a batch; rule 9 of the domain.
 * Where the server does not tell the dates nothing is asked.
 * @param save tells whether it was saved, as what is returned does once it is answered
 */
export function useDatesQuestion(
  batch: Batch,
  day: string,
  save: () => Promise<boolean>,
): { save: () => Promise<boolean>; dialog: ReactNode } {
  const client = useQueryClient();
  const place = JSON.stringify([batch.id, batch.start_date, batch.end_date, day]);
  const [asked, setAsked] = useState<{ place: string; onEnd: (isSaved: boolean) => void } | null>(null);
  const back = () => {
    setAsked(null);
    asked?.onEnd(false);
  };
  const confirm = () => {
    wanted.set(client, new Set(wanted.get(client)).add(place));
    setAsked(null);
    void save().then(asked?.onEnd);
  };
  return {
    save: () => {
      if (isWithin(batch, day) || wanted.get(client)?.has(place)) return save();
      return new Promise<boolean>((onEnd) => setAsked({ place, onEnd }));
    },
    dialog: asked?.place === place && (
      <QuestionDialog
        title={t('teaching.outsideTitle')}
        text={questionOf(batch)}
        onClose={back}
        answers={
          <>
            <Button onClick={back} autoFocus>
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

function questionOf({ start_date, end_date }: Batch): string {
  const shown = (day: string | null) => t('ui.gregorian', { date: gregorianDate(day ?? '') });
  const [start, end] = [shown(start_date), shown(end_date)];
  if (!end_date) return t('teaching.outsideFrom', { start });
  if (!start_date) return t('teaching.outsideTo', { end });
  return t('teaching.outside', { start, end });
}
