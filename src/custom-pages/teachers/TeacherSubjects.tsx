import Add from '@mui/icons-material/Add';
import Unassign from '@mui/icons-material/LinkOff';
import { Button, Card, Checkbox, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { filterRows } from '../../../contract/rules/arabicText';
import { type Level, levelNames } from '../../../contract/vocabulary';
import type { TeacherRow } from '../../dataProvider/people';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { teachers as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { CheckField } from '../../ui/form/CheckField';
import { ListRow } from '../../ui/list/ListRow';
import { PageTurner } from '../../ui/list/PageTurner';
import { RecordDetails } from '../../ui/list/RecordRow';
import { SearchField } from '../../ui/list/SearchField';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { ShortenedName } from '../../ui/page/ShortenedName';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import {
  subjectsPerPage,
  useSubjectLinks,
  useAvailableSubjects,
  useTeacherSubjects,
} from './useTeacherSubjects';

export function AvailableSubjects({ teacher }: { teacher: TeacherRow }) {
  const { has } = useServerFeatures();
  const [{ q, isUnassignedOnly, page }, setQuery] = useState({ q: '', isUnassignedOnly: false, page: 1 });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { data, total, error, isPending, refetch } = useAvailableSubjects(teacher.id, {
    q,
    isUnassignedOnly,
    page,
  });
  const { assign } = useSubjectLinks(teacher.id);
  const assignCodes = (codes: readonly string[]) =>
    assign.mutate(codes, {
      onSuccess: () => setSelected(selected.filter((code) => !codes.includes(code))),
    });
  const isLocked = !teacher.is_active || assign.isPending;
  const toggle = (code: string, isSelected: boolean) =>
    setSelected(isSelected ? [...selected, code] : selected.filter((other) => other !== code));
  const pageCodes = (data ?? []).map(({ subject_code }) => subject_code);
  const isPageSelected = pageCodes.length > 0 && pageCodes.every((code) => selected.includes(code));

  return (
    <Card component="section" aria-labelledby="available-title" sx={{ p: 2 }}>
      <Typography id="available-title" variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {labels.availableTitle}
      </Typography>
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 1, alignItems: { md: 'center' } }}>
        <SearchField
          label={t('subjects.search')}
          q={q}
          onSearch={(text) => setQuery({ q: text, isUnassignedOnly, page: 1 })}
        />
        {has('openSubjects') && (
          <CheckField
            checked={isUnassignedOnly}
            onChange={(isChecked) => setQuery({ q, isUnassignedOnly: isChecked, page: 1 })}
            label={labels.openOnly}
            sx={{ flexShrink: 0, m: 0 }}
          />
        )}
      </Stack>
      {error && <ErrorState title={t('subjects.loadFailed')} error={error} onRetry={refetch} />}
      {isPending && <LoadingState shape="rows" />}
      {pageCodes.length > 0 && (
        <Stack
          direction="row"
          sx={{ my: 1, gap: 1, flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center' }}
        >
          <CheckField
            checked={isPageSelected}
            disabled={isLocked}
            onChange={(isChecked) =>
              setSelected(
                isChecked
                  ? [...new Set([...selected, ...pageCodes])]
                  : selected.filter((code) => !pageCodes.includes(code)),
              )
            }
            label={t('ui.choosePage')}
            sx={{ m: 0 }}
          />
          <Button
            variant="contained"
            disabled={isLocked || selected.length === 0}
            onClick={() => assignCodes(selected)}
          >
            {assign.isPending ? labels.assigning : t('teachers.assignMany', { smart_count: selected.length })}
          </Button>
        </Stack>
      )}
      {!isPending && !error && pageCodes.length === 0 && (
        <Typography color="text.secondary" role="status" sx={{ mt: 2 }}>
          {q === '' && !isUnassignedOnly ? labels.noneAvailable : labels.noneFound}
        </Typography>
      )}
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {(data ?? []).map(({ id, name, subject_code: code, type, hours, batch_name }) => {
          const names = { name, batch: batch_name ?? code };
          return (
            <SubjectLine
              key={id}
              choice={
                <Checkbox
                  checked={selected.includes(code)}
                  disabled={isLocked}
                  onChange={(_, isSelected) => toggle(code, isSelected)}
                  slotProps={{ input: { 'aria-label': t('teachers.choose', names) } }}
                />
              }
              name={name}
              batch={batch_name ?? labels.withoutBatch}
              code={code}
              facts={[type, t('counted.hours', { smart_count: hours })]}
              action={{
                title: labels.assign,
                label: t('teachers.assignOf', names),
                icon: <Add />,
                disabled: isLocked,
                onClick: () => assignCodes([code]),
              }}
            />
          );
        })}
      </ul>
      <PageTurner
        page={page}
        pages={Math.ceil(total / subjectsPerPage)}
        onTurn={(next) => setQuery({ q, isUnassignedOnly, page: next })}
      />
    </Card>
  );
}

interface SubjectLineProps {
  /** A checkbox, if the user can choose several subjects. */
  choice?: ReactNode;
  name: string;
  batch: string;
  code: string;
  /** Only a wide window shows them. */
  facts: readonly string[];
  action: {
    title: string;
    label: string;
    icon: ReactNode;
    color?: 'error';
    disabled: boolean;
    onClick: () => void;
  };
}

function SubjectLine({ choice, name, batch, code, facts, action }: SubjectLineProps) {
  const isPhone = useIsPhone();
  const { icon, title, label, ...button } = action;
  const actionButton = isPhone ? (
    <IconAction title={title} label={label} color="primary" {...button}>
      {icon}
    </IconAction>
  ) : (
    <Button variant="outlined" aria-label={label} sx={{ flexShrink: 0 }} {...button}>
      {title}
    </Button>
  );
  return (
    <ListRow choice={choice} action={actionButton}>
      <Typography sx={{ fontWeight: 600, lineHeight: 1.5 }}>{name}</Typography>
      <RecordDetails
        details={[
          <Isolated key="code">{code}</Isolated>,
          ...(isPhone ? [] : facts),
          <ShortenedName key="batch" name={batch} />,
        ]}
      />
    </ListRow>
  );
}

/** A longer list has a search field. */
const maxWithoutSearch = 6;

export function AssignedSubjects({ teacher }: { teacher: TeacherRow }) {
  const [q, setQ] = useState('');
  const { data, error, isPending, refetch } = useTeacherSubjects(teacher.id);
  const { unassign } = useSubjectLinks(teacher.id);
  if (error) return <ErrorState title={t('subjects.loadFailed')} error={error} onRetry={refetch} />;
  if (isPending) return <LoadingState shape="rows" />;
  const matches = filterRows(data, q, ({ subject_name, subject_code, batch_name }) => [
    subject_name,
    subject_code,
    batch_name ?? '',
  ]);
  return (
    <Card component="section" aria-labelledby="assigned-title" sx={{ p: 2 }}>
      <Typography id="assigned-title" variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {t('teachers.assignedTitle', { name: teacher.name })}
      </Typography>
      {(data.length > maxWithoutSearch || q !== '') && (
        <SearchField label={labels.searchAssigned} q={q} onSearch={setQ} />
      )}
      {matches.length === 0 && (
        <Typography color="text.secondary" role="status">
          {data.length === 0 ? labels.noneAssigned : labels.noneFound}
        </Typography>
      )}
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {matches.map(({ id, subject_name: name, subject_code, batch_name, level }) => (
          <SubjectLine
            key={id}
            name={name}
            batch={batch_name ?? labels.withoutBatch}
            code={subject_code}
            facts={[levelNames[level as Level] ?? String(level)]}
            action={{
              title: labels.unassign,
              label: t('teachers.unassignOf', { name, batch: batch_name ?? subject_code }),
              icon: <Unassign />,
              color: 'error',
              disabled: unassign.isPending,
              onClick: () => unassign.mutate(id),
            }}
          />
        ))}
      </ul>
    </Card>
  );
}
