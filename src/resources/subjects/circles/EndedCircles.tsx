import { Box, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { Circle } from '../../../../contract/circles';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { ListRow } from '../../../ui/list/ListRow';
import { BothDates } from '../../../ui/page/BothDates';
import { Panel } from '../../../ui/page/Panel';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { requiredFields, type OpenCircleDialog } from './CircleDialogs';

interface EndedCirclesProps {
  circles: readonly Circle[];
  onOpen: (dialog: OpenCircleDialog) => void;
}

export function EndedCircles({ circles, onOpen }: EndedCirclesProps) {
  const { updateCircle } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const { mutate, isPending } = useMutation({
    mutationFn: (circle: Circle) => updateCircle(circle.id, { ...requiredFields(circle), ended_on: null }),
    onSuccess: (answer) => notifyDone(t('circles.end.reopened', { name: answer.name }), answer),
    onError: (problem) => notifyProblem(problem, t('circles.saveFailed')),
  });
  if (circles.length === 0) return null;
  return (
    <Panel title={t('circles.ended')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {circles.map((circle) => (
          <ListRow
            key={circle.id}
            action={
              <>
                <Button onClick={() => onOpen({ kind: 'history', circle })}>
                  {t('circles.history.action')}
                </Button>
                <Button
                  aria-label={t('circles.end.reopenOf', { name: circle.name })}
                  disabled={isPending}
                  onClick={() => mutate(circle)}
                >
                  {t('circles.end.reopen')}
                </Button>
              </>
            }
          >
            <Typography sx={{ fontWeight: 600 }}>
              <bdi>{circle.name}</bdi>
            </Typography>
            <SecondaryText component="div">
              {t('circles.endedOn')} <BothDates value={circle.ended_on} />
            </SecondaryText>
          </ListRow>
        ))}
      </Box>
    </Panel>
  );
}
