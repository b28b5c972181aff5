import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useGetList } from 'react-admin';
import type { StudentRow } from '../../../contract/students/students';
import { useApi } from '../../dataProvider/useApi';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { missing } from '../../i18n/ar/firstHour';
import { links as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { PageTurner } from '../../ui/list/PageTurner';
import { SearchField } from '../../ui/list/SearchField';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { MatchDialog } from './MatchDialog';
import { LinkedStudents, UnlinkedStudent } from './StudentLines';
import { type Linking, type Status, useLinking } from './useLinking';

export default function LinkStudentsPage() {
  const linking = useLinking();
  const { total } = useGetList('students', { pagination: { page: 1, perPage: 1 } });
  return (
    <Page title={t('menu.linkStudents')} action={<LinkActions linking={linking} />}>
      <StatusBanner status={linking.status} onClose={linking.dropStatus} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <StudentSection
          name="unlinked"
          title={labels.unlinkedTitle}
          search={labels.search}
          filter={{ is_linked: false }}
          empty={
            total === 0 ? (
              <>
                {labels.noStudents}{' '}
                <LinkButton to={missing.of.students.to} label={missing.of.students.button} />
              </>
            ) : (
              labels.allLinked
            )
          }
        >
          {(students) =>
            students.map((student) => (
              <UnlinkedStudent key={student.id} student={student} linking={linking} />
            ))
          }
        </StudentSection>
        <StudentSection
          name="linked"
          title={labels.linkedTitle}
          search={labels.searchLinked}
          filter={{ is_linked: true }}
          empty={labels.noneLinked}
        >
          {(students) => <LinkedStudents students={students} linking={linking} />}
        </StudentSection>
      </Box>
      <LinkNotes />
    </Page>
  );
}

/** The button for all matches needs a server with this feature. The demo link exists only in demo mode. */
function LinkActions({ linking }: { linking: Linking }) {
  const canMatch = useServerFeatures().has('linkMatching');
  const { isDemo } = useApi();
  const { data: isDemoMode } = useQuery({
    queryKey: ['settings', 'isDemo'],
    queryFn: isDemo,
    enabled: canMatch,
  });
  const [isMatching, setIsMatching] = useState(false);
  return (
    <>
      <LinkButton to="/users" label={labels.users} variant="outlined" />
      {isDemoMode && (
        <Button variant="outlined" disabled={linking.demo.isPending} onClick={() => linking.demo.mutate()}>
          {labels.demo}
        </Button>
      )}
      {canMatch && (
        <Button variant="contained" onClick={() => setIsMatching(true)}>
          {labels.match}
        </Button>
      )}
      {isMatching && <MatchDialog linking={linking} onClose={() => setIsMatching(false)} />}
    </>
  );
}

const notes = ['needed', 'password', 'change', 'twoWay', 'unlink'] as const;

function LinkNotes() {
  return (
    <Card component="section" aria-labelledby="link-notes" sx={{ p: 2 }}>
      <Typography id="link-notes" variant="h3" component="h2">
        {t('labels.notes')}
      </Typography>
      <ul style={{ marginBlock: 8, paddingInlineStart: 24 }}>
        {notes.map((note) => (
          <SecondaryText component="li" key={note}>
            {labels.notes[note]}
          </SecondaryText>
        ))}
      </ul>
    </Card>
  );
}

/** Shows the result of the last write. The banner is sticky, because the lists are long. */
function StatusBanner({ status, onClose }: { status: Status | null; onClose: () => void }) {
  if (!status) return null;
  const { isError, message: sentence, account } = status;
  return (
    <Alert
      severity={isError ? 'error' : 'success'}
      role={isError ? 'alert' : 'status'}
      onClose={onClose}
      closeText={t('ui.close')}
      sx={{ position: 'sticky', top: sizes.topBar + 8, zIndex: 2 }}
    >
      {sentence}
      {account && (
        <div>
          {labels.demoAccount} <bdi>{account.username}</bdi>
          <br />
          {labels.demoPassword} <code dir="ltr">{account.password}</code>
        </div>
      )}
    </Alert>
  );
}

const perPage = 10;

interface StudentSectionProps {
  /** Also the id of the heading. */
  name: string;
  title: string;
  search: string;
  filter: Record<string, unknown>;
  /** Shown if the list is empty and the user does not search. */
  empty: ReactNode;
  children: (students: readonly StudentRow[]) => ReactNode;
}

function StudentSection(props: StudentSectionProps) {
  const { name, title, search, filter, empty, children } = props;
  const [{ q, page }, setQuery] = useState({ q: '', page: 1 });
  const {
    data,
    total = 0,
    error,
    isPending,
    refetch,
  } = useGetList<StudentRow>(
    'students',
    {
      filter: { ...filter, ...(q === '' ? {} : { q }) },
      sort: { field: 'full_name', order: 'ASC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  const pages = Math.ceil(total / perPage);
  // The last student of a page may have moved to the other list.
  if (!isPending && pages > 0 && page > pages) setQuery({ q, page: pages });
  const titleId = `${name}-title`;
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2 }}>
      <Typography id={titleId} variant="h2" sx={{ mb: 1.5 }}>
        {title} {data && <bdi className="figure">({total.toLocaleString('en')})</bdi>}
      </Typography>
      <Stack spacing={1}>
        <SearchField label={search} q={q} onSearch={(text) => setQuery({ q: text, page: 1 })} />
        {error && <ErrorState title={labels.loadFailed} error={error} onRetry={refetch} />}
        {isPending && <LoadingState shape="rows" />}
        {data && data.length === 0 && !error && (
          <Typography role="status" color="text.secondary">
            {q === '' ? empty : labels.noneFound}
          </Typography>
        )}
        {data && data.length > 0 && (
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {children(data)}
          </Stack>
        )}
        <PageTurner page={page} pages={pages} onTurn={(next) => setQuery({ q, page: next })} />
      </Stack>
    </Card>
  );
}
