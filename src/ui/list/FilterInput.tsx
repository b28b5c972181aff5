import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import { Button, InputAdornment } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { t } from '../../i18n/text';
import { Boundary } from '../page/Boundary';
import { OutlinedField } from '../form/OutlinedField';

interface FilterInputProps {
  label: ReactNode;
  /** The text in the field, if the field is in the bar. */
  text?: string | undefined;
  children: ReactNode;
}

/** The code of an input loads after the list. Until then, a field of the same look has its place. */
export const FilterInput = ({ label, text, children }: FilterInputProps) => (
  <FilterBoundary>
    <Suspense
      fallback={
        <OutlinedField
          inert
          label={label}
          isShrunk
          value={text ?? ''}
          readOnly
          endAdornment={
            <InputAdornment position="end">
              <ArrowDropDown color="action" />
            </InputAdornment>
          }
        />
      }
    >
      {children}
    </Suspense>
  </FilterBoundary>
);

/** Without a network the list still works. */
export const FilterBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary renderFallback={(onRetry) => <Button onClick={onRetry}>{t('ui.tryAgain')}</Button>}>
    {children}
  </Boundary>
);
