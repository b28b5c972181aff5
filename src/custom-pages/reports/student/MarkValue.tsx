import Typography from '@mui/material/Typography';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden';

interface MarkValueProps {
  mark: number | null;
  /** In small: out of how many. */
  caption: string;
  /** The caption stands beside the mark and not under it. */
  isInline?: boolean;
}

/** A mark; a dash while there is none. */
export function MarkValue({ mark, caption, isInline = false }: MarkValueProps) {
  const t = useText();
  return (
    <>
      {mark === null ? (
        <>
          <span aria-hidden>{t('ui.nothing')}</span>
          <VisuallyHidden>{t('studentReport.notRecorded')}</VisuallyHidden>
        </>
      ) : (
        <Isolated>{mark}</Isolated>
      )}
      {caption && (
        <Typography
          component="span"
          variant="caption"
          color="text.secondary"
          sx={{
            display: isInline ? 'inline' : 'block',
            marginInlineStart: isInline ? 0.75 : 0,
            overflowWrap: 'anywhere',
          }}
        >
          {caption}
        </Typography>
      )}
    </>
  );
}
