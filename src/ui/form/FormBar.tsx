import { useSaveContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { UnsavedBar, type UnsavedBarProps } from './UnsavedBar';

export function FormBar(props: Omit<UnsavedBarProps, 'count' | 'isSaving' | 'onSave'>) {
  const { dirtyFields, isSubmitting } = useFormState();
  const { saving } = useSaveContext();
  return (
    <UnsavedBar
      {...props}
      count={Object.keys(dirtyFields).length}
      isSaving={Boolean(saving) || isSubmitting}
    />
  );
}
