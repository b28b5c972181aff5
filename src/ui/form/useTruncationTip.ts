import { type SyntheticEvent, useState } from 'react';

/** Props of a `Tooltip` around a field. It shows the whole value if the field truncates it. */
export function useTruncationTip() {
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
