import { type FormEvent, useId, useState } from 'react';
import { paperCheckIn, paperNumberIn } from '../../../contract/rules/paperCheck';
import { verify as say } from '../../i18n/ar/verify';
import type { Asked } from './asked';

type ByNumber = Extract<Asked, { number: string }>;

/** Number and check, as a paper shows them; the two together, for one alone tells nothing. */
export function VerifyForm({ typed, onAsk }: { typed: ByNumber | null; onAsk: (asked: ByNumber) => void }) {
  const [wrong, setWrong] = useState({ number: false, check: false });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [number, check] = ['number', 'check'].map((name) => String(new FormData(form).get(name) ?? ''));
    const read = { number: paperNumberIn(number ?? ''), check: paperCheckIn(check ?? '') };
    setWrong({ number: !read.number, check: !read.check });
    const first = !read.number ? 'number' : !read.check ? 'check' : null;
    if (first) (form.elements.namedItem(first) as HTMLInputElement).focus();
    else if (read.number && read.check) {
      const { year, sequence } = read.number;
      onAsk({ number: `${year}-${String(sequence).padStart(6, '0')}`, check: read.check });
    }
  };
  return (
    <form className="verify__form" onSubmit={submit} noValidate>
      <p>{say.formText}</p>
      <Field
        label={say.number}
        name="number"
        example={say.numberExample}
        inputMode="numeric"
        defaultValue={typed?.number}
        problem={wrong.number ? say.numberUnreadable : null}
      />
      <Field
        label={say.check}
        name="check"
        example={say.checkExample}
        defaultValue={typed?.check}
        problem={wrong.check ? say.checkUnreadable : null}
      />
      <button type="submit" className="verify__button">
        {say.submit}
      </button>
    </form>
  );
}

interface FieldProps {
  label: string;
  name: string;
  example: string;
  inputMode?: 'numeric';
  defaultValue: string | undefined;
  problem: string | null;
}

function Field({ label, example, problem, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        placeholder={example}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        {...input}
      />
      {problem !== null && (
        <p id={`${id}-problem`} className="verify__problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
