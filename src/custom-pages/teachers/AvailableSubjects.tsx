import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { TeacherRow } from '../../dataProvider/people';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { Waiting } from '../../ui/list/ListContent';
import { ErrorState } from '../../ui/page/States';
import { PageTurner } from '../../ui/list/PageTurner';
import { SearchField } from '../../ui/list/SearchField';
import { SubjectLine } from './SubjectLine';
import { useAssignments } from './useAssignments';
import { subjectsPerPage, useAvailableSubjects } from './useAvailableSubjects';

/** What the chosen teacher does not teach, to be assigned alone or several at once. */
export function AvailableSubjects({ teacher }: { teacher: TeacherRow }) {
  const t = useText();
  const { hasRanges } = useServerFeatures();
  const [{ q, isOpenOnly, page }, setAsked] = useState({ q: '', isOpenOnly: false, page: 1 });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, total, error, isPending, refetch } = useAvailableSubjects(teacher.id, {
    q,
    isOpenOnly,
    page,
  });
  const { assign } = useAssignments(teacher.id);
  const give = (codes: readonly string[]) =>
    assign.mutate(codes, {
      onSuccess: () => setChosen(chosen.filter((code) => !codes.includes(code))),
    });
  const isLocked = !teacher.is_active || assign.isPending;
  const toggle = (code: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, code] : chosen.filter((other) => other !== code));
  const onPage = (data ?? []).map(({ subject_code }) => subject_code);
  const isAllChosen = onPage.length > 0 && onPage.every((code) => chosen.includes(code));

  return (
    <Card component="section" aria-labelledby="available-title" sx={{ p: 2 }}>
      <Typography id="available-title" variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {t('teachers.availableTitle')}
      </Typography>
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 1, alignItems: { md: 'center' } }}>
        <SearchField
          label={t('teachers.searchAvailable')}
          q={q}
          onSearch={(text) => setAsked({ q: text, isOpenOnly, page: 1 })}
        />
        {hasRanges === true && (
          <FormControlLabel
            control={
              <Checkbox
                checked={isOpenOnly}
                onChange={(_, isOn) => setAsked({ q, isOpenOnly: isOn, page: 1 })}
              />
            }
            label={t('teachers.openOnly')}
            sx={{ flexShrink: 0, m: 0 }}
          />
        )}
      </Stack>
      {error && (
        <ErrorState title={t('teachers.subjectsFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {isPending && <Waiting />}
      {onPage.length > 0 && (
        <Stack
          direction="row"
          sx={{ my: 1, gap: 1, flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center' }}
        >
          <FormControlLabel
            control={
              <Checkbox
                checked={isAllChosen}
                disabled={isLocked}
                onChange={(_, isOn) =>
                  setChosen(
                    isOn
                      ? [...new Set([...chosen, ...onPage])]
                      : chosen.filter((code) => !onPage.includes(code)),
                  )
                }
              />
            }
            label={t('teachers.chooseAll')}
            sx={{ m: 0 }}
          />
          <Button variant="contained" disabled={isLocked || chosen.length === 0} onClick={() => give(chosen)}>
            {assign.isPending
              ? t('teachers.assigning')
              : t('teachers.assignMany', { smart_count: chosen.length })}
          </Button>
        </Stack>
      )}
      {!isPending && !error && onPage.length === 0 && (
        <Typography color="text.secondary" role="status" sx={{ mt: 2 }}>
          {t(q === '' && !isOpenOnly ? 'teachers.noneAvailable' : 'teachers.noneFound')}
        </Typography>
      )}
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {(data ?? []).map(({ id, name, subject_code: code, type, hours, batch_name }) => {
          const named = { name, batch: batch_name ?? code };
          return (
            <SubjectLine
              key={id}
              choice={
                <Checkbox
                  checked={chosen.includes(code)}
                  disabled={isLocked}
                  onChange={(_, isOn) => toggle(code, isOn)}
                  slotProps={{ input: { 'aria-label': t('teachers.choose', named) } }}
                />
              }
              name={name}
              facts={[
                <Isolated key="code">{code}</Isolated>,
                type,
                t('counted.hours', { smart_count: hours }),
                batch_name ?? t('teachers.withoutBatch'),
              ]}
              action={
                <Button
                  variant="outlined"
                  disabled={isLocked}
                  onClick={() => give([code])}
                  aria-label={t('teachers.assignOf', named)}
                >
                  {t('teachers.assign')}
                </Button>
              }
            />
          );
        })}
      </ul>
      <PageTurner
        page={page}
        pages={Math.ceil(total / subjectsPerPage)}
        onTurn={(next) => setAsked({ q, isOpenOnly, page: next })}
      />
    </Card>
  );
}
