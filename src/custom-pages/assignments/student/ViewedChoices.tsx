import Right from '@mui/icons-material/CheckCircle';
import Wrong from '@mui/icons-material/Cancel';
import Chosen from '@mui/icons-material/RadioButtonChecked';
import Open from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type PlainTextKey, useText } from '../../../i18n/useText';
import type { ViewedChoice } from './viewedChoices';

type Look = { Icon: typeof Right; label: PlainTextKey | null; colours: (theme: Theme) => object };

const plain: Look = { Icon: Open, label: null, colours: ({ colours: c }) => ({ borderColor: c.hairline }) };
const chosen: Look = {
  Icon: Chosen,
  label: 'ownAssignments.chosen',
  colours: ({ colours: c }) => ({ borderColor: c.primary, backgroundColor: c.primaryTint }),
};
const right = ({ colours: c }: Theme) => ({
  borderColor: c.success,
  backgroundColor: c.successTint,
  '& svg': { color: c.success },
});
const wrong = ({ colours: c }: Theme) => ({
  borderColor: c.error,
  backgroundColor: c.errorTint,
  '& svg': { color: c.error },
});

function lookOf({ isChosen, isRight }: ViewedChoice): Look {
  if (isRight === undefined) return isChosen ? chosen : plain;
  if (isRight)
    return {
      Icon: Right,
      label: isChosen ? 'ownAssignments.chosenRight' : 'ownAssignments.rightAnswer',
      colours: right,
    };
  return isChosen ? { Icon: Wrong, label: 'ownAssignments.chosenWrong', colours: wrong } : plain;
}

/** All choices: the right one marked, and the chosen one, right or wrong. */
export function ViewedChoices({ choices }: { choices: readonly ViewedChoice[] }) {
  const t = useText();
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {choices.map((choice) => {
        const { Icon, label, colours } = lookOf(choice);
        return (
          <Box
            component="li"
            key={choice.value}
            sx={[
              { display: 'flex', gap: 1, alignItems: 'flex-start', p: 1, border: 1, borderRadius: 1 },
              colours,
            ]}
          >
            <Icon aria-hidden fontSize="small" sx={{ mt: 0.5 }} />
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <bdi>
                {choice.text ??
                  t(choice.value === 'true' ? 'ownAssignments.isTrue' : 'ownAssignments.isFalse')}
              </bdi>
              {label && (
                <Typography variant="caption" sx={{ display: 'block' }}>
                  {t(label)}
                </Typography>
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
