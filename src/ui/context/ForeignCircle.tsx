import { Button } from '@mui/material';
import { t } from '../../i18n/text';
import type { CircleChoice } from '../list/useCircleChoice';
import { EmptyState } from '../page/States';

/** In place of a circle that the address names and that is not the person's on the day. */
export const ForeignCircle = ({ circles: { chooseCircle } }: { circles: CircleChoice }) => (
  <EmptyState
    title={t('teaching.notYourCircle')}
    text=""
    action={
      <Button variant="outlined" onClick={() => chooseCircle(null)}>
        {t('teaching.allCircles')}
      </Button>
    }
  />
);
