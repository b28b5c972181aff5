import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { SameName } from './CodeNotes';
import { baseFrom, type NewSubject } from './subjectModel';
import { useNamesake, useProposedCode } from './useProposedCode';

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
  const { isOwn } = useProposedCode(isTyping || isLocked);
  const namesakeCode = useNamesake();
  const problem = fieldState.error?.message;
  const hint = isLocked ? 'subjects.codeLocked' : isOwn ? 'subjects.codeOwn' : 'subjects.codeProposed';
  return (
    <>
      <TextField
        name={field.name}
        value={field.value}
        onChange={field.onChange}
        inputRef={field.ref}
        label={t('resources.subjects.fields.subject_code')}
        required
        disabled={isLocked}
        onFocus={() => setIsTyping(true)}
        onBlur={() => {
          setIsTyping(false);
          field.onBlur();
        }}
        error={fieldState.invalid}
        helperText={problem === 'validation.required' ? t('validation.required') : (problem ?? t(hint))}
        slotProps={{
          htmlInput: { dir: 'auto', maxLength: 20, autoComplete: 'off', style: { textAlign: 'right' } },
        }}
      />
      {namesakeCode && !isLocked && <SameName code={namesakeCode} />}
    </>
  );
}
