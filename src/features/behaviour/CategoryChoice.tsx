import { Box, Chip, FormHelperText, Skeleton, Typography } from '@mui/material';
import { useId } from 'react';
import { noteKindNames, noteKinds } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { ErrorState } from '../../ui/page/States';
import { noteLook, useNoteCategories } from './NoteFacts';
import type { NoteForm } from './noteForm';

interface CategoryChoiceProps {
  form: Pick<NoteForm, 'kind' | 'category_id'>;
  /** The category of the stored note stays in the list after it was retired. */
  storedId: number | null;
  problem: string | null;
  onChange: (choice: Pick<NoteForm, 'kind' | 'category_id'>) => void;
}

/** One tap chooses kind and category, so both kinds are visible. */
export function CategoryChoice({ form, storedId, problem, onChange }: CategoryChoiceProps) {
  const { data, error, refetch } = useNoteCategories();
  const id = useId();
  if (error && !data)
    return (
      <ErrorState title={t('behaviourForm.categoriesFailed')} error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton variant="rounded" height={148} />;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {noteKinds.map((kind) => {
        const choices = data.filter(
          (one) => one.kind === kind && (one.is_active || one.id === storedId || one.id === form.category_id),
        );
        const chip = (category_id: number | null, label: string, name?: string) => {
          const isChosen = form.kind === kind && form.category_id === category_id;
          return (
            <Chip
              key={category_id ?? kind}
              component="button"
              type="button"
              clickable
              label={label}
              {...(name && { 'aria-label': name })}
              aria-pressed={isChosen}
              variant={isChosen ? 'filled' : 'outlined'}
              color={isChosen ? noteLook(kind).color : 'default'}
              onClick={() => onChange({ kind, category_id })}
              sx={chipStyle}
            />
          );
        };
        return (
          <Box key={kind} role="group" aria-labelledby={`${id}${kind}`}>
            <Typography
              id={`${id}${kind}`}
              variant="body2"
              sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 600, mb: 0.75 }}
            >
              <Box
                component="span"
                aria-hidden
                sx={{
                  display: 'inline-flex',
                  color: `${noteLook(kind).color}.main`,
                  '& svg': { fontSize: 20 },
                }}
              >
                {noteLook(kind).icon}
              </Box>
              {noteKindNames[kind]}
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              {choices.map((one) => chip(one.id, one.name))}
              {chip(
                null,
                t('behaviourForm.other'),
                t('behaviourForm.otherOf', { kind: noteKindNames[kind] }),
              )}
            </Box>
          </Box>
        );
      })}
      {problem && <FormHelperText error>{problem}</FormHelperText>}
    </Box>
  );
}

const chipStyle = {
  minHeight: { xs: 44, sm: 36 },
  borderRadius: 5,
  px: 0.5,
  maxWidth: '100%',
  '&[aria-pressed=true]': { fontWeight: 700 },
} as const;
