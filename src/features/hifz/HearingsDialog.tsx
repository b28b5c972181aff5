import { DialogContent, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { PastRecitation } from '../../../contract/hifz/map';
import { hijriDate } from '../../../contract/rules/hijri';
import { recordResultNames } from '../../../contract/vocabulary';
import { useSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { hifz as labels } from '../../i18n/ar/hifz';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { ListRow } from '../../ui/list/ListRow';
import { RecordLink } from '../../ui/page/RecordLink';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { useKindNames } from '../hearing/hearingSettings';
import { rangeText } from './mapModel';

interface HearingsDialogProps {
  /** Academic number. */
  student: string;
  name: string;
  page: number;
  onClose: () => void;
}

/** Lists the newest recitation of a page first. For staff, each recitation links to the sheet of its day. */
export function HearingsDialog({ student, name, page, onClose }: HearingsDialogProps) {
  const { hifz } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['hifz', 'hearings', student, page],
    queryFn: async () => (await hifz()).hearings(student, { page }),
  });
  const isStaff = useSession()?.user.role !== 'student';
  return (
    <FormDialog isOpen title={labels.hearingsOf(page)} onClose={onClose}>
      <DialogContent>
        {error ? (
          <ErrorState title={labels.hearingsFailed} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton variant="rounded" height={160} />
        ) : data.length === 0 ? (
          <Typography color="text.secondary">{labels.noHearings}</Typography>
        ) : (
          <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
            {data.map((recitation, index) => (
              <RecitationRow
                key={index}
                recitation={recitation}
                sheetAddress={isStaff && buildSheetAddress(recitation, name)}
              />
            ))}
          </ul>
        )}
      </DialogContent>
    </FormDialog>
  );
}

function buildSheetAddress(
  { batch_id, subject_code, date, kind }: PastRecitation,
  name: string,
): string | false {
  if (kind === 'sard') return false;
  const chosenFilter = { batch_id: String(batch_id), subject_code, date, kind, q: name };
  return `/daily-records?${new URLSearchParams(chosenFilter)}`;
}

function RecitationRow({
  recitation,
  sheetAddress,
}: {
  recitation: PastRecitation;
  sheetAddress: string | false;
}) {
  const names = useKindNames();
  const { date, kind, ranges, faults, result, subject_name } = recitation;
  const facts = [
    kind === 'sard' ? labels.sard : names[kind],
    labels.faultCount(faults),
    result && recordResultNames[result],
    subject_name,
  ].filter(Boolean);
  return (
    <ListRow>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        <RecordLink to={sheetAddress} name={hijriDate(date)} />
      </Typography>
      <Typography variant="body2">{ranges.map(rangeText).join(t('ui.comma'))}</Typography>
      <SecondaryText variant="caption">{facts.join(' · ')}</SecondaryText>
    </ListRow>
  );
}
