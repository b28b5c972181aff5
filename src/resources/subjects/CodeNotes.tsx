import Alert from '@mui/material/Alert';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import type { NewSubject } from './subjectModel';
import type { ReplacedCode } from './useAddSubject';

/** A code inside a sentence keeps its own order of signs. */
const isolated = (code: string) => `\u2068${code}\u2069`;

/** The code was another subject's: puts the free one in its place, and says so. */
export function CodeReplaced({ replaced }: { replaced: ReplacedCode | null }) {
  const t = useText();
  const { setValue, setFocus } = useFormContext<NewSubject>();
  useEffect(() => {
    if (!replaced) return;
    setValue('subject_code', replaced.suggested, { shouldDirty: true, shouldValidate: true });
    setFocus('subject_code');
  }, [replaced, setValue, setFocus]);
  if (!replaced) return null;
  const codes = { taken: isolated(replaced.taken), suggested: isolated(replaced.suggested) };
  return <Alert severity="warning">{t('subjects.codeReplaced', codes)}</Alert>;
}

/** There is a subject of this name: perhaps it is the one that is meant. */
export function SameName({ code }: { code: string }) {
  const t = useText();
  return (
    <Alert severity="info" role="status">
      {t('subjects.sameName', { code: isolated(code) })}
    </Alert>
  );
}
