import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import type { StudentRow } from '../../../contract/students';
import { useText } from '../../i18n/useText';
import { PickerHint, PickerPaper } from '../../ui/form/RecordPicker';

interface Chosen {
  student_id: string;
  full_name: string;
}

interface StudentPickerProps {
  value: Chosen | null;
  onChange: (student: Chosen | null) => void;
  /** The number that this account has already: it can be chosen again. */
  ownNumber?: string | null;
  isRequired?: boolean;
  hasError?: boolean;
  helperText?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/** A student by number, name or national id; one who has another account cannot be chosen. */
export function StudentPicker(props: StudentPickerProps) {
  const { value, onChange, ownNumber = null, isRequired = false, hasError = false } = props;
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { students, total, isFetching, error } = useStudentMatches(typed, isOpen);
  const rows = new Map(students.map((student) => [student.student_id, student]));
  const hint = students.length < total ? t('ui.firstOfMany', { shown: students.length, total }) : '';
  const isElsewhere = (number: string) => {
    const row = rows.get(number);
    return number !== ownNumber && row !== undefined && isTaken(row);
  };
  return (
    <PickerHint value={hint}>
      <Autocomplete<Chosen>
        value={value}
        onChange={(_, student) => onChange(student)}
        options={students}
        filterOptions={(options) => options}
        getOptionLabel={({ full_name }) => full_name}
        getOptionKey={({ student_id }) => student_id}
        isOptionEqualToValue={(option, chosen) => option.student_id === chosen.student_id}
        getOptionDisabled={({ student_id }) => isElsewhere(student_id)}
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        open={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
        size="small"
        loading={isFetching && students.length === 0}
        loadingText={t('ui.loading')}
        noOptionsText={error ? t('ui.loadFailed') : t('users.noResults')}
        clearText={t('ui.clearChoice')}
        openText={t('ui.openList')}
        closeText={t('ui.closeList')}
        slots={{ paper: PickerPaper }}
        renderOption={({ key, ...line }, { student_id, full_name }) => (
          <Box component="li" key={key} {...line} sx={{ display: 'block !important' }}>
            {full_name}
            <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
              {t('users.studentNote', {
                number: student_id,
                identity: rows.get(student_id)?.national_id ?? t('ui.nothing'),
              })}
              {isElsewhere(student_id) && ` · ${t('users.studentTaken')}`}
            </Typography>
          </Box>
        )}
        renderInput={(field) => (
          <TextField
            {...field}
            label={t('users.student')}
            placeholder={t('users.chooseStudent')}
            required={isRequired}
            error={hasError}
            helperText={props.helperText}
            inputRef={props.inputRef}
            slotProps={{ inputLabel: { ...field.InputLabelProps, shrink: true } }}
          />
        )}
      />
    </PickerHint>
  );
}

/** Spec 2 §9. */
const maxMatches = 20;
const pause = 250;

/** The first students whose number, name or national id begins with what is typed. */
function useStudentMatches(typed: string, isOpen: boolean) {
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), typed === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, total, isFetching, error } = useGetList<StudentRow>(
    'students',
    {
      filter: q === '' ? {} : { q },
      sort: { field: 'full_name', order: 'ASC' },
      pagination: { page: 1, perPage: maxMatches },
    },
    { enabled: isOpen, placeholderData: (before) => before },
  );
  const students = data ?? [];
  return {
    students,
    total: total ?? students.length,
    isFetching: isFetching || q !== typed.trim(),
    error,
  };
}

const isTaken = ({ link_state, user_id }: StudentRow) =>
  link_state === undefined ? user_id != null : link_state !== 'none';
