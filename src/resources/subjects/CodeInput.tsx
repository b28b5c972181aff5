import { useState } from 'react';
import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { baseFrom, type NewSubject } from './subjectModel';
import { useProposedCode } from './useProposedCode';

/** The base code of a new subject: proposed, and free to be typed until it is saved. */
export function CodeInput({ isLocked }: { isLocked: boolean }) {
  const t = useText();
  const [isTyping, setIsTyping] = useState(false);
  const validate = (code: string) => {
    if (code.trim() === '') return 'validation.required';
    return baseFrom(code) === null ? t('subjects.codeShape') : undefined;
  };
  const { field, fieldState } = useController<NewSubject, 'subject_code'>({
    name: 'subject_code',
    rules: { validate },
  });
  const { isOwn, namesakeCode } = useProposedCode(isTyping || isLocked);
  const problem = fieldState.error?.message;
  const hint = isLocked ? t('subjects.codeLocked') : t(isOwn ? 'subjects.codeOwn' : 'subjects.codeProposed');
  return (
    <>
      <TextField
        {...field}
        inputRef={field.ref}
        label={t('resources.subjects.fields.subject_code')}
        required
        onFocus={() => setIsTyping(true)}
        onBlur={() => {
          setIsTyping(false);
          field.onBlur();
        }}
        error={fieldState.invalid}
        helperText={problem === 'validation.required' ? t('validation.required') : (problem ?? hint)}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 20, autoComplete: 'off', readOnly: isLocked } }}
      />
      {namesakeCode && !isLocked && (
        <Alert severity="info">{t('subjects.sameName', { code: `\u2068${namesakeCode}\u2069` })}</Alert>
      )}
    </>
  );
}
