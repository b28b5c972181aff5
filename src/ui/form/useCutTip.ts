import { type SyntheticEvent, useState } from 'react';

/** For a `Tooltip` around a field: what is chosen is shown whole to who points at it or comes to it, if it is cut. */
export function useCutTip() {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: isOpen,
    describeChild: true,
    enterDelay: 0,
    onOpen: ({ target }: SyntheticEvent | Event) => {
      const value = (target as Element)
        .closest('.MuiFormControl-root, .MuiAutocomplete-root')
        ?.querySelector('input:not([aria-hidden]), .MuiSelect-select');
      setIsOpen(value != null && value.scrollWidth > value.clientWidth);
    },
    onClose: () => setIsOpen(false),
  };
}
