import Wrong from '@mui/icons-material/CancelOutlined';
import Right from '@mui/icons-material/CheckCircleOutlined';
import Chosen from '@mui/icons-material/RadioButtonCheckedOutlined';
import Open from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Answer } from '../../../contract/assignments';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { PlainText } from '../../ui/page/PlainText';

/** The options of a multiple choice: which one was chosen, and, where the key is open, which one is right. */
export function GivenOptions({ answer: { options, selected_option_id } }: { answer: Answer }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {options.map(({ id, option_text, is_correct }) => (
        <Option key={id} text={option_text} isChosen={id === selected_option_id} isRight={is_correct} />
      ))}
    </Box>
  );
}

interface OptionProps {
  text: string;
  isChosen: boolean;
  /** Undefined while the key is kept back. */
  isRight: boolean | undefined;
}

const marks = {
  chosen: { Icon: Chosen, colour: 'primary', key: 'submissions.chosen', tint: 'primaryTint' },
  chosenRight: { Icon: Right, colour: 'success', key: 'submissions.chosenRight', tint: 'successTint' },
  chosenWrong: { Icon: Wrong, colour: 'error', key: 'submissions.chosenWrong', tint: 'errorTint' },
  right: { Icon: Right, colour: 'success', key: 'submissions.isRight', tint: null },
} as const satisfies Record<string, { key: PlainTextKey; [more: string]: unknown }>;

function markOf(isChosen: boolean, isRight: boolean | undefined) {
  if (!isChosen) return isRight ? marks.right : null;
  if (isRight === undefined) return marks.chosen;
  return isRight ? marks.chosenRight : marks.chosenWrong;
}

function Option({ text, isChosen, isRight }: OptionProps) {
  const t = useText();
  const mark = markOf(isChosen, isRight);
  const Icon = mark?.Icon ?? Open;
  return (
    <Box
      component="li"
      sx={{
        px: 1.5,
        py: 0.75,
        borderRadius: 1,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1,
        alignItems: 'flex-start',
        ...(mark?.tint && { backgroundColor: ({ colours }) => colours[mark.tint] }),
      }}
    >
      <Icon aria-hidden fontSize="small" color={mark?.colour ?? 'disabled'} sx={{ mt: 0.5 }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <PlainText>{text}</PlainText>
      </Box>
      {mark && (
        <Typography variant="caption" color={mark.colour} sx={{ fontWeight: 700, mt: 0.25 }}>
          {t(mark.key)}
        </Typography>
      )}
    </Box>
  );
}
