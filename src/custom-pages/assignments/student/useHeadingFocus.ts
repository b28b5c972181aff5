import { useEffect, useRef } from 'react';

/** When the form gives way to what became of it, the focus goes to the head of the page and not to nowhere. */
export function useHeadingFocus(isForm: boolean): void {
  const wasForm = useRef(isForm);
  useEffect(() => {
    if (wasForm.current && !isForm) document.querySelector<HTMLElement>('#main-content h1')?.focus();
    wasForm.current = isForm;
  }, [isForm]);
}
