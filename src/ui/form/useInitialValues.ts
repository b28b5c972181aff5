import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';

/** Fills empty fields after their values have loaded. The form stays unchanged for the question on leaving. */
export function useInitialValues(values: Record<string, unknown>): void {
  const { getValues, getFieldState, resetField } = useFormContext();
  const fillIn = useEffectEvent(() => {
    for (const [name, value] of Object.entries(values))
      if (isEmpty(getValues(name)) && !isEmpty(value) && !getFieldState(name).isTouched)
        resetField(name, { defaultValue: value });
  });
  const key = JSON.stringify(values);
  useEffect(() => fillIn(), [key]);
}

const isEmpty = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0);
